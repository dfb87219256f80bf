package io.fairstream.reading;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Hostlists (RFC 29), such as {@code foo[1-3,7]}; those of Slurm have the same format. */
public final class Hostlist {
    /** Limit of hosts, above the size of any cluster. */
    public static final int MOST = 1 << 20;

    private static final String CHARACTERS = "[^\\s\\[\\],]*";
    private static final Pattern EXPRESSION =
            Pattern.compile("(" + CHARACTERS + ")\\[([\\d,-]+)](" + CHARACTERS + ")|([^\\s\\[\\],]+)");
    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");
    private static final Pattern NUMBERED = Pattern.compile("(.*?)(\\d{1,9})(\\D*)");

    private Hostlist() {}

    /** Returns the names in order, including duplicates. */
    public static List<String> expand(String field, String text) throws MalformedException {
        List<String> hosts = new ArrayList<>();
        Matcher matcher = EXPRESSION.matcher(text);
        int end = 0;
        while (end < text.length()) {
            int begin = end == 0 ? 0 : end + 1;
            if ((end > 0 && text.charAt(end) != ',') || !matcher.find(begin) || matcher.start() != begin) {
                throw new MalformedException(field, text, "hosts such as foo[1-3,7]");
            }
            if (matcher.group(4) != null) {
                hosts.add(matcher.group(4));
            } else {
                addNumbered(field, text, matcher, hosts);
            }
            end = matcher.end();
        }
        return hosts;
    }

    private static void addNumbered(String field, String text, Matcher expression, List<String> hosts)
            throws MalformedException {
        int width = 0;
        for (String part : expression.group(2).split(",", -1)) {
            Matcher range = RANGE.matcher(part);
            if (!range.matches()) {
                throw new MalformedException(field, text, "hosts such as foo[1-3,7]");
            }
            width = width == 0 ? range.group(1).length() : width;
            int first = Integer.parseInt(range.group(1));
            int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
            if (last < first || last - first >= MOST - hosts.size()) {
                throw new MalformedException(field, text, "ascending ranges, at most " + MOST + " hosts");
            }
            for (int id = first; id <= last; id++) {
                String digits = Integer.toString(id);
                hosts.add(expression.group(1)
                        + "0".repeat(Math.max(0, width - digits.length()))
                        + digits
                        + expression.group(3));
            }
        }
    }

    /** Returns a hostlist of the names: consecutive numbers become a range. */
    public static String of(List<String> hosts) {
        List<String> parts = new ArrayList<>();
        Run run = null;
        for (String host : hosts) {
            Run next = Run.of(host);
            if (run != null && next.follows(run)) {
                run = new Run(run.prefix, run.suffix, run.width, run.first, next.last, run.host);
            } else {
                if (run != null) {
                    parts.add(run.toString());
                }
                run = next;
            }
        }
        if (run != null) {
            parts.add(run.toString());
        }
        return String.join(",", parts);
    }

    /** Hosts with consecutive numbers. */
    private record Run(String prefix, String suffix, int width, int first, int last, String host) {
        static Run of(String host) {
            Matcher matcher = NUMBERED.matcher(host);
            if (!matcher.matches()) {
                return new Run(host, "", 0, 0, 0, host);
            }
            String digits = matcher.group(2);
            int number = Integer.parseInt(digits);
            return new Run(matcher.group(1), matcher.group(3), digits.length(), number, number, host);
        }

        /** Returns true if the host continues the range; different leading zeros give different widths. */
        boolean follows(Run before) {
            boolean sameZeros = width == before.width || (before.isPlain() && isPlain() && width >= before.width);
            return width > 0
                    && before.width > 0
                    && prefix.equals(before.prefix)
                    && suffix.equals(before.suffix)
                    && first == before.last + 1
                    && sameZeros;
        }

        private boolean isPlain() {
            return Integer.toString(first).length() == width;
        }

        @Override
        public String toString() {
            return first == last ? host : prefix + "[" + digits(first) + "-" + digits(last) + "]" + suffix;
        }

        private String digits(int number) {
            String digits = Integer.toString(number);
            return "0".repeat(Math.max(0, width - digits.length())) + digits;
        }
    }
}
