/** Whether a type as typed, `std_msgs/String` or `std_msgs/msg/String`, is the full name `std_msgs/msg/String`. */
export function sameType(typed: string, full: string): boolean {
  const [pkg, ...rest] = full.split('/');
  return typed === full || typed === `${pkg}/${rest.at(-1)}`;
}
