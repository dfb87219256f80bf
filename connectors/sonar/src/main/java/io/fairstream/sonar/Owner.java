package io.fairstream.sonar;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Owner of processes.
 *
 * @param job number of Slurm's job, or of the process group
 * @param epoch 0 for Slurm's jobs, else not
 * @param user name of the user, {@code _user_1000} if only the number is known
 */
record Owner(long job, long epoch, String user) implements Comparable<Owner> {
    private static final Pattern NUMBERED = Pattern.compile("_user_(\\d{1,18})");
    private static final Comparator<Owner> ORDER =
            Comparator.comparingLong(Owner::epoch).thenComparingLong(Owner::job).thenComparing(Owner::user);

    /** Returns the job's number; 0 for none. */
    long jobId() {
        return epoch == 0 ? job : 0;
    }

    /** Returns the user's number; null if only the name is known. */
    @Nullable
    Long userId() {
        Matcher matcher = NUMBERED.matcher(user);
        return matcher.matches() ? Long.valueOf(matcher.group(1)) : null;
    }

    @Override
    public int compareTo(Owner other) {
        return ORDER.compare(this, other);
    }
}
