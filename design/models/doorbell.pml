/* Doorbells: a reader that sleeps is woken when there is something to read (native/src/core: Publisher::RingReaders,
 * Context::RingIfParked, Context::Park, Context::Wait).
 *
 *   publisher   head store, full fence, parked load; ring (a datagram) if it is odd and not rung yet
 *   reader      parked store (the next odd number), full fence, head load; sleep if there is nothing; when woken: parked store
 *               (even), read everything, and all again before the next sleep
 *
 * Two writers, whose datagrams share a mailbox that holds one and refuses more, which must be harmless. Stores go through store buffers
 * of one entry (total store order). Lost wake-up: nothing moves any more, and something is unread. Each of these mutations makes it fail:
 * -DNO_WRITER_FENCE, -DNO_READER_FENCE, -DNO_SECOND_LOOK (sleeping without looking again after the flag is up), -DNO_SECOND_RAISE
 * (draining, and sleeping again, under the old number, which has been rung).
 */
#define PUBLISHERS 2
#define MESSAGES 2

byte head[PUBLISHERS];            /* in shared memory */
byte parked;
bool head_buffered[PUBLISHERS];   /* in the store buffer of the writing processor */
byte head_in_buffer[PUBLISHERS];
bool parked_buffered;
byte parked_in_buffer;

byte cursor[PUBLISHERS];
chan mailbox = [1] of { bit };

/* A store waits for the one before it: buffers hold one, which is enough to overtake. */
#define STORE_HEAD(i, value) atomic { !head_buffered[i] -> head_in_buffer[i] = value; head_buffered[i] = true }
#define STORE_PARKED(value)  atomic { !parked_buffered -> parked_in_buffer = value; parked_buffered = true }

active proctype Memory() {
end:
  do
  :: atomic { head_buffered[0] -> head[0] = head_in_buffer[0]; head_buffered[0] = false }
  :: atomic { head_buffered[1] -> head[1] = head_in_buffer[1]; head_buffered[1] = false }
  :: atomic { parked_buffered -> parked = parked_in_buffer; parked_buffered = false }
  od
}

active [PUBLISHERS] proctype Publisher() {
  byte me = _pid - 1;
  byte sent = 0;
  byte last_rung = 0;
  byte epoch;
  do
  :: sent < MESSAGES ->
    sent++;
    STORE_HEAD(me, sent);
#ifndef NO_WRITER_FENCE
    !head_buffered[me];
#endif
    epoch = parked;
    if
    :: epoch % 2 == 1 && epoch != last_rung ->
      last_rung = epoch;
      if
      :: atomic { nfull(mailbox) -> mailbox!1 }
      :: full(mailbox)
      fi
    :: else
    fi
  :: else -> break
  od
}

active proctype Reader() {
  byte epoch = 0;
  byte seen;
  do
  ::
    /* read everything */
    seen = head[0];
    cursor[0] = seen;
    seen = head[1];
    cursor[1] = seen;
#ifdef NO_SECOND_RAISE
    if
    :: epoch == 0 ->
      epoch = 1;
      STORE_PARKED(epoch);
      !parked_buffered
    :: else
    fi;
#else
    epoch++;
    STORE_PARKED(epoch);
#ifndef NO_READER_FENCE
    !parked_buffered;
#endif
#endif
#ifndef NO_SECOND_LOOK
    if
    :: head[0] != cursor[0] -> goto wake
    :: else
    fi;
    if
    :: head[1] != cursor[1] -> goto wake
    :: else
    fi;
#endif
end_asleep:
    mailbox?_;
wake:
#ifndef NO_SECOND_RAISE
    epoch++;
    STORE_PARKED(epoch);
#endif
    skip
  od
}

/* When nothing moves any more, nothing may be left unread. */
active proctype Judge() {
  timeout -> assert(cursor[0] == MESSAGES && cursor[1] == MESSAGES)
}
