package io.fairstream.query.shares;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A line of a dump: {@code Account - 'cs':Fairshare=399:Description='Computer Science'}.
 *
 * @param what the first word, in lower case
 * @param options parts between colons, without quotes
 */
record SacctmgrLine(String what, String name, List<String> options) {
    private static final Pattern BEGIN =
            Pattern.compile("(?i)(Cluster|Machine|Parent|Account|Project|User|QOS|Resource)\\s*-\\s*(.*)");

    static boolean isOne(String line) {
        return BEGIN.matcher(line).matches();
    }

    /** Parses a line; empty if it is invalid. */
    static Optional<SacctmgrLine> of(String line) {
        Matcher begin = BEGIN.matcher(line.strip());
        if (!begin.matches()) {
            return Optional.empty();
        }
        List<String> parts = parts(begin.group(2));
        return parts == null || parts.get(0).isEmpty()
                ? Optional.empty()
                : Optional.of(new SacctmgrLine(
                        begin.group(1).toLowerCase(Locale.ROOT), parts.get(0), parts.subList(1, parts.size())));
    }

    /** Returns the parts between colons outside of quotes, without the quotes; null if a quote is not closed. */
    private static @Nullable List<String> parts(String text) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        char quote = 0;
        for (char c : text.strip().toCharArray()) {
            if (quote != 0 ? c == quote : c == '\'' || c == '"') {
                quote = quote == 0 ? c : 0;
            } else if (c == ':' && quote == 0) {
                parts.add(part.toString().strip());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString().strip());
        return quote == 0 ? parts : null;
    }

    /** Returns the value of the first option with one of these names, ignoring case. */
    Optional<String> option(String... names) {
        for (String option : options) {
            int equals = option.indexOf('=');
            for (String name : names) {
                if (equals > 0 && option.substring(0, equals).strip().equalsIgnoreCase(name)) {
                    return Optional.of(option.substring(equals + 1).strip());
                }
            }
        }
        return Optional.empty();
    }
}
