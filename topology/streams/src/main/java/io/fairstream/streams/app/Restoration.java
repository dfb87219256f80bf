package io.fairstream.streams.app;

/**
 * Progress of restoring local state from Kafka.
 *
 * @param total records that are to be restored, those done included; 0 if there is nothing to do
 * @param left records that are not restored yet
 */
public record Restoration(long total, long left) {
    /** Nothing is to be restored. */
    public static final Restoration NONE = new Restoration(0, 0);

    /** Part that is restored, 0 to 1. */
    public double done() {
        return total == 0 ? 1 : (double) (total - left) / total;
    }

    Restoration plus(long moreTotal, long moreLeft) {
        return new Restoration(total + moreTotal, left + moreLeft);
    }
}
