package io.fairstream.htcondor;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Key of a job's or a cluster's ad in the queue: {@code 1.0} is a job, {@code 01.-1} a cluster, with the common attributes of its
 * jobs. Keys of other ads are not used, such as {@code 0.0} for the queue itself and {@code 0.2} for a user.
 */
record QueueKey(long cluster, long process) {
    private static final Pattern KEY = Pattern.compile("(\\d{1,12})\\.(-?\\d{1,12})");

    /** Parses a key; returns null if it is neither a job nor a cluster. */
    static @Nullable QueueKey of(String text) {
        Matcher matcher = KEY.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        QueueKey key = new QueueKey(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)));
        return key.cluster > 0 && key.process >= -1 ? key : null;
    }

    boolean isJob() {
        return process >= 0;
    }

    QueueKey ofCluster() {
        return new QueueKey(cluster, -1);
    }

    @Override
    public String toString() {
        return cluster + "." + process;
    }
}
