package io.fairstream.steering;

import java.util.List;
import java.util.Map;

/**
 * A scheduler whose order can be changed from outside. It is asked by one thread. It keeps nothing between calls that must
 * survive: what is set is read from the scheduler itself.
 */
public interface Scheduler extends AutoCloseable {
    /** Such as {@code htcondor}. */
    String kind();

    /**
     * Reads the scheduler's accounts and the values set there now.
     *
     * @throws SchedulerException if it gives no answer, or one that cannot be understood
     */
    Reading read() throws SchedulerException, InterruptedException;

    /** Scale of the controls: the distance between two of their values, and the limit of one change. */
    Scale scale();

    /**
     * Which values would make it order by these priorities.
     *
     * @param priorities effective priority of each of its users, above 0, lower is better; users without one are not steered
     * @return by name of the control; those that are not in it stay as they are
     */
    Map<String, Double> desired(Reading reading, Map<String, Double> priorities);

    /**
     * Sends edits in their order until the time is over, the first ones in any case.
     *
     * @return one answer for each edit that was sent, in their order; those without one were not sent. An edit that is refused
     *       stops no other
     * @throws SchedulerException if it cannot be reached; then some of them may be in force
     */
    List<Answer> send(List<Edit> edits, Deadline until) throws SchedulerException, InterruptedException;

    @Override
    default void close() {}
}
