/* The registry's slots: claim, release, and reclaim of what the dead left (native/src/core: Registry::Claim and Release,
 * Context::Join, Close, SweepOrphans, TakeGraphChanges, Reclaim).
 *
 * A context's segment is locked before it has a name, and the kernel drops the lock when its process ends, at any step. A slot
 * is one word: claimed by compare-and-swap from 0, freed by compare-and-swap from the id. Whoever finds an id whose lock is
 * gone removes the file and frees the slot; several may at once. Ids are never used again.
 *
 * Properties: nobody takes a living context's slot or file; when all has settled, nothing of the dead is left. Each of
 * these mutations breaks one: -DNAME_BEFORE_LOCK (the file is seen before it is locked), -DPLAIN_RELEASE (a slot is freed by a
 * store), -DPLAIN_CLAIM (claimed by a store), -DSLOT_FIRST (the slot is freed before the file goes, and nobody looks at files).
 */
#define PROCESSES 2
#define LIVES 2
#define IDS 5 /* 1 + PROCESSES * LIVES */
#define SLOTS 2

byte slot[SLOTS];
bool file[IDS];   /* has its name */
bool lock[IDS];
bool joined[IDS]; /* alive, with a slot, and not leaving yet */
byte running = PROCESSES;

inline Die() {
  d_step { joined[id] = false; lock[id] = false }
  goto next_life
}

#define MAY_DIE if :: skip :: crashes > 0 -> crashes--; Die() fi

byte crashes = 2;

active [PROCESSES] proctype Process() {
  byte life = 0;
  byte id, i, seen;
  bool dead;
next_life:
  if
  :: life == LIVES -> goto done
  :: else
  fi;
  life++;
  id = 1 + _pid * LIVES + life - 1;

  /* join */
#ifdef NAME_BEFORE_LOCK
  file[id] = true;
  lock[id] = true;
#else
  lock[id] = true;
  MAY_DIE;
  file[id] = true;
#endif
  MAY_DIE;
  /* sweep orphans: files whose lock is gone and that have no slot */
  i = 1;
  do
  :: i < IDS ->
    if
    :: file[i] && i != id && !lock[i] ->
      seen = 0;
      dead = (slot[0] != i && slot[1] != i);
      if
      :: dead -> assert(!lock[i]); file[i] = false
      :: else
      fi
    :: else
    fi;
    i++
  :: else -> break
  od;
  MAY_DIE;
  i = 0;
  do
  :: i < SLOTS ->
#ifdef PLAIN_CLAIM
    if
    :: slot[i] == 0 -> slot[i] = id; break
    :: else -> i++
    fi
#else
    seen = 0;
    atomic { if :: slot[i] == 0 -> slot[i] = id; seen = 1 :: else fi };
    if
    :: seen == 1 -> break
    :: else -> i++
    fi
#endif
  :: else -> i = 0 /* full: a dead one's slot will be free */
  od;
  joined[id] = true;
  MAY_DIE;

  /* look around, and reclaim */
  i = 0;
  do
  :: i < SLOTS ->
    seen = slot[i];
    if
    :: seen != 0 && seen != id && !lock[seen] ->
#ifndef SLOT_FIRST
      assert(!joined[seen]);
      file[seen] = false;
      MAY_DIE;
#endif
#ifdef PLAIN_RELEASE
      slot[i] = 0;
#else
      atomic { if :: slot[i] == seen -> slot[i] = 0 :: else fi };
#endif
#ifdef SLOT_FIRST
      MAY_DIE;
      file[seen] = false;
#endif
    :: else
    fi;
    assert(slot[0] == id || slot[1] == id);
    assert(file[id]);
    i++
  :: else -> break
  od;

  /* leave */
  joined[id] = false;
  d_step {
    if :: slot[0] == id -> slot[0] = 0 :: else fi;
    if :: slot[1] == id -> slot[1] = 0 :: else fi
  };
  MAY_DIE;
  file[id] = false;
  lock[id] = false;
  goto next_life;
done:
  running--
}

/* One more context, which comes when all others have gone, finds and removes what they left. */
active proctype Last() {
  byte i, seen;
  running == 0;
  i = 0;
  do
  :: i < SLOTS ->
    seen = slot[i];
    if
    :: seen != 0 -> assert(!lock[seen]); file[seen] = false; slot[i] = 0
    :: else
    fi;
    i++
  :: else -> break
  od;
#ifndef SLOT_FIRST
  i = 1;
  do
  :: i < IDS ->
    if
    :: file[i] && !lock[i] -> file[i] = false
    :: else
    fi;
    i++
  :: else -> break
  od;
#endif
  assert(slot[0] == 0 && slot[1] == 0);
  i = 1;
  do
  :: i < IDS -> assert(!file[i]); i++
  :: else -> break
  od
}
