package io.fairstream.rules;

/**
 * Numbers of hosts and users active on a day: seen on the day or on an earlier day of the window.
 *
 * @param hosts how many
 * @param gpuHosts how many of them with a usable GPU
 * @param users how many
 */
public record Active(long hosts, long gpuHosts, long users) {
    /** Nobody. */
    public static final Active NONE = new Active(0, 0, 0);

    /** One host. */
    public static final Active HOST = new Active(1, 0, 0);

    /** One host's usable GPUs. */
    public static final Active GPU_HOST = new Active(0, 1, 0);

    /** One user. */
    public static final Active USER = new Active(0, 0, 1);

    /** Both together. */
    public Active plus(Active other) {
        return new Active(
                Sums.add(hosts, other.hosts), Sums.add(gpuHosts, other.gpuHosts), Sums.add(users, other.users));
    }
}
