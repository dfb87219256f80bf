package io.fairstream.traces;

import io.fairstream.reading.MalformedException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Times in the comments of a trace. */
final class SwfHeader {
    private static final Pattern UNIX_START_TIME = Pattern.compile(";\\s*UnixStartTime:\\s*(.*?)\\s*");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,11}");

    private boolean isTold;
    private @Nullable Long startSeconds;

    /** Adds a comment. The first start time applies. */
    void add(String comment) throws MalformedException {
        Matcher matcher = UNIX_START_TIME.matcher(comment);
        if (isTold || !matcher.matches()) {
            return;
        }
        isTold = true;
        if (!SECONDS.matcher(matcher.group(1)).matches()) {
            throw new MalformedException("UnixStartTime", matcher.group(1), "seconds since 1970");
        }
        startSeconds = Long.valueOf(matcher.group(1));
    }

    /** Returns true if it contains the start of the trace. */
    boolean hasStart() {
        return startSeconds != null;
    }

    /** Returns the seconds since 1970 to which the times of the jobs are added; 0 if unknown. */
    long startSeconds() {
        return startSeconds == null ? 0 : startSeconds;
    }
}
