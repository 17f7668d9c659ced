'use strict';
// Reads what count_copies.c recorded of this process.
const { readFileSync, rmSync, writeFileSync } = require('node:fs');

const log = process.env.COPIES_LOG;

/** From here on copies are recorded. */
function begin() {
  writeFileSync(log, '');
}

/** The copies since `begin`. */
function end() {
  const text = readFileSync(log, 'latin1');
  rmSync(log);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [bytes, to, from, toPlace, fromPlace] = line.split(' ');
      return { bytes: Number(bytes), to: parseInt(to, 16), from: parseInt(from, 16), toPlace, fromPlace };
    });
}

/** Where a typed array lies in the memory of the process: copied from there once, one sees. */
function addressOf(array) {
  const target = new Uint8Array(array.byteLength);
  begin();
  target.set(array);
  const { from, fromPlace } = end().find(({ bytes }) => bytes === array.byteLength);
  return { from, place: fromPlace };
}

/** What `copies` did to a payload that lies `at` its place now (or did then). */
function report(copies, size, at) {
  const of = (to, from) => copies.filter(({ toPlace, fromPlace }) => toPlace === to && fromPlace === from);
  const sum = (some) => some.reduce((total, { bytes }) => total + bytes, 0);
  const overlaps = (begin) => begin <= at.from + size && begin + size >= at.from;
  return {
    place: at.place,
    intoRing: sum(of('ring', 'own')),
    outOfRing: sum(of('own', 'ring')),
    withinRing: sum(of('ring', 'ring')),
    elsewhere: sum(of('own', 'own')),
    // Whether the copies are of this very memory, and not of something that happens to be as long.
    fromPayload: of('ring', 'own').some(({ from }) => overlaps(from)),
    toPayload: of('own', 'ring').some(({ to }) => overlaps(to)),
  };
}

module.exports = { addressOf, begin, end, report };
