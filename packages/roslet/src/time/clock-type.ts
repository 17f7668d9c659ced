/** Which time a clock shows: ROS time follows `/clock` in simulations, system time is Unix time, steady time never jumps. */
export const ClockType = { ROS_TIME: 1, SYSTEM_TIME: 2, STEADY_TIME: 3 } as const;
export type ClockType = (typeof ClockType)[keyof typeof ClockType];

/** What happened to a clock when it jumped. */
export const ClockChange = {
  /** ROS time was active and still is. */
  ROS_TIME_NO_CHANGE: 1,
  ROS_TIME_ACTIVATED: 2,
  ROS_TIME_DEACTIVATED: 3,
  /** ROS time was not active and still is not. */
  SYSTEM_TIME_NO_CHANGE: 4,
} as const;
export type ClockChange = (typeof ClockChange)[keyof typeof ClockChange];
