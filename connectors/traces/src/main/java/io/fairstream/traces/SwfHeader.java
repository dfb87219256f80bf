package io.fairstream.traces;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the comments of a trace say of its times. */
final class SwfHeader {
    private static final Pattern UNIX_START_TIME = Pattern.compile(";\\s*UnixStartTime:\\s*(.*?)\\s*");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,11}");

    private @Nullable String unixStartTime;

    void add(String comment) {
        Matcher matcher = UNIX_START_TIME.matcher(comment);
        if (unixStartTime == null && matcher.matches()) {
            unixStartTime = matcher.group(1);
        }
    }

    /** Seconds since 1970 to which the times of the jobs are added; 0 when the header does not say. */
    long startSeconds() {
        return isKnown(unixStartTime) ? Long.parseLong(unixStartTime) : 0;
    }

    List<String> notes() {
        if (isKnown(unixStartTime)) {
            return List.of();
        }
        return List.of(
                unixStartTime == null
                        ? "the header has no UnixStartTime: the trace begins in 1970"
                        : "UnixStartTime: \"" + unixStartTime
                                + "\" (expected: seconds since 1970): the trace begins in 1970");
    }

    private static boolean isKnown(@Nullable String seconds) {
        return seconds != null && SECONDS.matcher(seconds).matches();
    }
}
