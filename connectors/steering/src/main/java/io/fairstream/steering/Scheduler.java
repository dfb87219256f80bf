package io.fairstream.steering;

import java.util.List;
import java.util.Map;

/**
 * A scheduler whose order can be changed from outside. Used by one thread. It has no persistent state: current values
 * are read from the scheduler itself.
 */
public interface Scheduler extends AutoCloseable {
    /** Returns the kind, such as {@code htcondor}. */
    String kind();

    /**
     * Reads the scheduler's accounts and the current values of controls.
     *
     * @throws SchedulerException if it does not answer, or its answer cannot be parsed
     */
    Reading read() throws SchedulerException, InterruptedException;

    /**
     * Adds to a reading what allocations need and {@link #read} leaves out: controls that only hold new jobs, and the
     * allocations that cover the others. Called only while there are allocations, or something is held.
     *
     * @throws SchedulerException as {@link #read}
     */
    default Reading withAllocations(Reading reading) throws SchedulerException, InterruptedException {
        return reading;
    }

    /** Returns the scale of the controls that order jobs, for distances and the limit of one change. */
    Scale scale();

    /**
     * Returns the values with which the scheduler would order by these priorities.
     *
     * @param priorities effective priority of each of its users, above 0, lower is better; users without one are not steered
     * @return by name of the control; other controls remain unchanged
     */
    Map<String, Double> desired(Reading reading, Map<String, Double> priorities);

    /**
     * Returns the value that orders jobs after all others.
     *
     * @param desired the values of {@link #desired}, not empty
     */
    double last(Map<String, Double> desired);

    /**
     * Sends edits in order until the deadline, the first ones in any case.
     *
     * @param edits those of controls that only hold before the others
     * @return one answer for each edit that was sent, in their order; those without one were not sent.
     *     A rejected edit does not stop others
     * @throws SchedulerException if it cannot be reached; then some of them may be in force
     */
    List<Answer> send(List<Edit> edits, Deadline until) throws SchedulerException, InterruptedException;

    @Override
    default void close() {}
}
