package io.fairstream.rules.journal;

/**
 * The record that led to a charge; of a sum, the last of those that were summed up.
 *
 * @param topic with its prefix
 * @param offset -1 when no record led to it, but a change of the configuration
 * @param sent the record's timestamp, milliseconds since 1970; of a sum the newest
 */
public record Cause(String topic, int partition, long offset, long sent) {
    /** This one, if it comes after the other, with the newer timestamp of both. */
    public Cause after(Cause other) {
        return other.sent > sent ? new Cause(topic, partition, offset, other.sent) : this;
    }
}
