/** What a user's jobs hold and will hold, in processor-hours. Pure. */

const MILLIS_PER_HOUR = 3.6e6;
const MINUTES_PER_HOUR = 60;

const total = (jobs, hours) => jobs.reduce((sum, job) => sum + (job.processors ?? 0) * Math.max(0, hours(job)), 0);

/**
 * In flight is what running jobs have held since their start; committed is what they may yet hold, and what those that wait may, up to
 * their limits.
 *
 * @param {Array<{state: string, processors?: number, startTime?: string, timeLimitMinutes?: number}>} jobs
 * @param {string} at the instant
 */
export function commitment(jobs, at) {
  const now = Date.parse(at);
  const running = jobs.filter(job => job.state === 'RUNNING' && job.startTime);
  const waiting = jobs.filter(job => job.state === 'PENDING' || job.state === 'HELD');
  const since = job => (now - Date.parse(job.startTime)) / MILLIS_PER_HOUR;
  const limit = job => (job.timeLimitMinutes ?? 0) / MINUTES_PER_HOUR;
  return {
    inFlight: total(running, since),
    committed: total(running, job => limit(job) - since(job)) + total(waiting, limit),
    running: running.length,
    waiting: waiting.length,
    unlimited: [...running, ...waiting].filter(job => !job.timeLimitMinutes).length,
  };
}
