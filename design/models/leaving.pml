/* The registry's file: whoever comes finds or makes it, and the last one out removes it (native/src/core: Registry::Join,
 * Registry::LeaveAlone, Registry::Remove).
 *
 * A file is made without a name, locked (shared), and linked if the name is free. One that is found is locked (shared) and used
 * only if it still has the name. Who leaves lets go of his shared lock and tries for the exclusive one: the one who gets it, and
 * whose file still has the name, removes it. A process may be killed at any step; the kernel drops its locks.
 *
 * Properties: a file in use never loses its name; when all have left in good order, no file is left. Each of these
 * mutations breaks one: -DUPGRADE_ONLY (trying for the exclusive lock while holding the shared one, and no second time),
 * -DNO_CURRENT_CHECK (using whatever was found), -DUNLINK_UNSEEN (removing the name without looking whose it is).
 */
#define PROCESSES 3
#define ROUNDS 2
#define FILES 8

byte name = 0; /* the file that has the name; 0: none */
byte made = 0;
byte shared[FILES];
bool exclusive[FILES];
byte kills = 1;
bool killed = false;
byte running = PROCESSES;

active [PROCESSES] proctype Process() {
  byte round = 0;
  byte mine;
  bool ok;
  do
  :: round < ROUNDS ->
    round++;
again:
    if
    :: name == 0 ->
      /* unnamed, and locked by us, before the link: nobody else can see it yet */
      atomic {
        if
        :: name == 0 -> made++; mine = made; shared[mine]++; name = mine; ok = true
        :: else -> ok = false
        fi
      };
      if
      :: !ok -> goto again
      :: else
      fi
    :: atomic { name != 0 -> mine = name };
      atomic { if :: !exclusive[mine] -> shared[mine]++; ok = true :: else -> ok = false fi };
      if
      :: !ok -> goto again
      :: else
      fi
    fi;
#ifndef NO_CURRENT_CHECK
    if
    :: name != mine -> shared[mine]--; goto again
    :: else
    fi;
#endif
    /* in use */
    assert(name == mine);
    if
    :: kills > 0 -> kills--; killed = true; shared[mine]--; goto done
    :: skip
    fi;
    assert(name == mine);

    /* leave */
#ifdef UPGRADE_ONLY
    atomic { if :: shared[mine] == 1 && !exclusive[mine] -> shared[mine]--; exclusive[mine] = true; ok = true :: else -> ok = false fi };
    if :: !ok -> shared[mine]-- :: else fi;
#else
    shared[mine]--;
    atomic { if :: shared[mine] == 0 && !exclusive[mine] -> exclusive[mine] = true; ok = true :: else -> ok = false fi };
#endif
    if
    :: ok ->
#ifdef UNLINK_UNSEEN
      name = 0;
#else
      if
      :: name == mine -> name = 0
      :: else
      fi;
#endif
      exclusive[mine] = false
    :: else
    fi
  :: else -> break
  od;
done:
  running--
}

active proctype Judge() {
  running == 0 -> assert(killed || name == 0)
}
