/*
 * Doorbell: a writer wakes a reader only when it sleeps, and once a sleep (Publisher::RingReaders, Context::Park, EventLoop).
 *
 *   writer                          reader
 *   head = n                        parked = odd epoch
 *   full fence                      full fence
 *   parked ? ring : nothing         new head ? do not sleep : sleep
 *
 * Two messages; the mailbox holds one datagram (a full one is no error). Stores go through store buffers of one entry (total store order).
 * Lost wake-up: the reader sleeps for good although a message waits; spin reports it as an invalid end state. Each of these mutations
 * makes it fail: -DNO_WRITER_FENCE, -DNO_READER_FENCE, -DNO_SECOND_LOOK (sleeping without looking again after the flag is up),
 * -DNO_SECOND_RAISE (draining, and sleeping again, without raising the flag anew).
 */
#define MESSAGES 2

byte head = 0, parked = 0, mailbox = 0;
bool head_pending = false, parked_pending = false;
byte head_value = 0, parked_value = 0;

active proctype Memory() {
end:
  do
  :: atomic { head_pending -> head = head_value; head_pending = false }
  :: atomic { parked_pending -> parked = parked_value; parked_pending = false }
  od
}

active proctype Writer() {
  byte sent = 0, rung = 0, epoch;
  do
  :: sent < MESSAGES ->
     sent++;
     !head_pending;
     atomic { head_value = sent; head_pending = true }
#ifndef NO_WRITER_FENCE
     !head_pending;
#endif
     epoch = parked;
     if
     :: epoch % 2 == 1 && epoch != rung -> rung = epoch; mailbox = 1
     :: else -> skip
     fi
  :: else -> break
  od
}

active proctype Reader() {
  byte taken = 0, epoch = 0;
  do
  :: taken == MESSAGES -> break
  :: else ->
     /* Raise the flag: a new odd epoch for each sleep. */
#ifdef NO_SECOND_RAISE
     if
     :: taken == 0 ->
#endif
     epoch++;
     !parked_pending;
     atomic { parked_value = epoch; parked_pending = true }
#ifdef NO_SECOND_RAISE
     :: else -> skip
     fi;
#endif
#ifndef NO_READER_FENCE
     !parked_pending;
#endif
#ifndef NO_SECOND_LOOK
     if
     :: head > taken -> skip
     :: else -> mailbox == 1; mailbox = 0
     fi;
#else
     mailbox == 1; mailbox = 0;
#endif
     /* Lower it and drain. */
#ifndef NO_SECOND_RAISE
     epoch++;
#endif
     !parked_pending;
     atomic { parked_value = epoch; parked_pending = true }
     taken = head
  od
}
