import { bytesText } from '../../output/units';
import type { DirectoryFacts } from '../facts';
import { error, type Finding, ok, warning } from '../finding';

const LITTLE_SPACE = 64 * 1024 ** 2;
const NO_SPACE = 1024 ** 2;

export function checkDirectory(facts: DirectoryFacts): Finding[] {
  return [domainDirectory(facts), ...permissions(facts), ...fileSystem(facts)];
}

function domainDirectory({ path, exists }: DirectoryFacts): Finding {
  return ok('domain directory', exists ? path : `${path} (not there: nobody has joined the domain)`);
}

function permissions({ base, owner, ownUid, group }: DirectoryFacts): Finding[] {
  if (owner === undefined) return [];
  const check = 'permissions';
  const mode = owner.mode.toString(8).padStart(4, '0');
  const open = (owner.mode & 0o007) !== 0;
  const grouped = (owner.mode & 0o070) !== 0;
  if (open) {
    return [
      error(
        check,
        `${base} has mode ${mode}, so anybody on this host can read or disturb the domain`,
        `chmod ${grouped ? '2770' : '0700'} ${base}`,
      ),
    ];
  }
  if (owner.uid !== ownUid && !grouped) {
    return [
      error(
        check,
        `${base} belongs to user ${owner.uid} and you are user ${ownUid}`,
        'run as that user, share the domain with a group (ROSLET_GROUP), or use a directory of your own (ROSLET_DIR)',
      ),
    ];
  }
  if (group !== undefined && !grouped) {
    return [
      warning(
        check,
        `ROSLET_GROUP is ${group}, but ${base} has mode ${mode}: it was made without the group`,
        'end all processes of the domain and start them again with ROSLET_GROUP set',
      ),
    ];
  }
  return [ok(check, `${base} has mode ${mode} and belongs to user ${owner.uid}`)];
}

function fileSystem({ path, fileSystem: facts }: DirectoryFacts): Finding[] {
  if (facts === undefined) return [];
  const check = 'shared memory';
  const { memory, bytes, freeBytes } = facts;
  const message = `${bytesText(freeBytes)} of ${bytesText(bytes)} free`;
  const remedy = 'mount -o remount,size=4G /dev/shm (in a container: --shm-size=4g), or end what fills it';
  const findings: Finding[] = [];
  if (!memory) {
    findings.push(
      warning(
        check,
        `${path} does not lie in memory (tmpfs), so messages may be written to a disk`,
        'let ROSLET_DIR name a directory below /dev/shm',
      ),
    );
  }
  if (freeBytes < NO_SPACE) findings.push(error(check, `${message}: messages go by slow datagrams, if at all`, remedy));
  else if (freeBytes < LITTLE_SPACE) findings.push(warning(check, `${message}: large messages may not fit`, remedy));
  else findings.push(ok(check, message));
  return findings;
}
