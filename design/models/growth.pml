/* Growth: a reader goes through a log's generations without missing a record (native/src/core: Publisher::StartGeneration,
 * LogWriter::Finish, LogReader::Peek, Subscription::GatherLog, Publisher::RetireLogs).
 *
 *   writer   records into log g; then `successor` of g (its head is final); then records into log g + 1; a log that no cursor is
 *            in or before is unlinked
 *   reader   successor load, then head load: at the head with a successor, on to the next log; the cursor is stored after the
 *            records were copied
 *
 * Each of these mutations loses a record: -DHEAD_FIRST (the head is loaded before the successor), -DCURSOR_FIRST (the cursor is
 * stored before the record was copied), -DEARLY_SUCCESSOR (the successor is named before the last record).
 */
#define LOGS 3
#define RECORDS 2 /* a log */

byte head[LOGS];
bool followed[LOGS];
bool gone[LOGS];  /* unlinked, and its memory used for something else */
byte cursor_log = 0;
byte cursor_at = 0;

active proctype Writer() {
  byte log = 0;
  byte n;
  byte oldest = 0;
  do
  :: log < LOGS ->
    n = 0;
    do
    :: n < RECORDS ->
      n++;
#ifdef EARLY_SUCCESSOR
      if :: n == RECORDS && log + 1 < LOGS -> followed[log] = true :: else fi;
#endif
      head[log] = n
    :: else -> break
    od;
#ifndef EARLY_SUCCESSOR
    if :: log + 1 < LOGS -> followed[log] = true :: else fi;
#endif
    log++;
    /* retire what nobody is in any more */
    do
    :: oldest < log && oldest < cursor_log -> gone[oldest] = true; oldest++
    :: else -> break
    od
  :: else -> break
  od
}

active proctype Reader() {
  byte log = 0;
  byte at = 0;
  byte end_now;
  bool next;
  byte taken = 0;
  do
  :: taken < LOGS * RECORDS ->
#ifdef HEAD_FIRST
    end_now = head[log];
    next = followed[log];
#else
    next = followed[log];
    end_now = head[log];
#endif
    if
    :: at < end_now ->
#ifdef CURSOR_FIRST
      at++;
      if :: at == RECORDS && log + 1 < LOGS -> cursor_log = log + 1; cursor_at = 0 :: else -> cursor_at = at fi;
      assert(!gone[log]);
      taken++
#else
      assert(!gone[log]);
      at++;
      taken++;
      cursor_at = at
#endif
    :: at == end_now && next ->
      assert(at == RECORDS);
      log++;
      at = 0;
      cursor_at = 0;
      cursor_log = log
    :: else
    fi
  :: else -> break
  od
}
