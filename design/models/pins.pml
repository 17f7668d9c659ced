/*
 * Pins: a reader looks at a record in place, a writer comes round the ring (native/src/core/loans.cpp, publisher_pins.cpp).
 *
 *   reader                          writer
 *   pin = p                         tail passes p
 *   full fence                      full fence
 *   tail > p ? let go : look        pinned ? leave the bytes alone : write
 *
 * One place in the ring. The record at it is valid while tail == 0. Stores go through a store buffer of one entry per process (total
 * store order, as on x86; a fence empties it), which is what makes the fences necessary: with -DNO_READER_FENCE or
 * -DNO_WRITER_FENCE the assertion fails.
 */
byte pin = 0, tail = 0;         /* in memory */
bool pin_pending = false;       /* a store that has not left the reader's store buffer; pin_value is its value */
byte pin_value = 0;
bool tail_pending = false;
bool looking = false;           /* the reader uses the bytes */
bool written = false;           /* the writer has overwritten them */

/* The store buffers drain whenever they like. */
active proctype Memory() {
  do
  :: atomic { pin_pending -> pin = pin_value; pin_pending = false }
  :: atomic { tail_pending -> tail = 1; tail_pending = false }
  :: timeout -> break
  od
}

active proctype Reader() {
  byte seen;
  atomic { pin_value = 1; pin_pending = true }
#ifndef NO_READER_FENCE
  !pin_pending;                                    /* full fence */
#endif
  seen = tail;
  if
  :: seen == 0 ->
     looking = true;
     assert(!written);
     /* any time may pass */
     assert(!written);
     looking = false
  :: else -> skip
  fi;
  /* Let go: a release store, after all uses. */
  !pin_pending;
  atomic { pin_value = 0; pin_pending = true }
}

active proctype Writer() {
  byte seen;
  tail_pending = true;
#ifndef NO_WRITER_FENCE
  !tail_pending;                                   /* full fence */
#endif
  do
  :: seen = pin;
     if
     :: seen == 0 ->
        assert(!looking);
        written = true;
        break
     :: seen == 1 -> skip                          /* takes another place; comes round again later */
     fi
  od
}
