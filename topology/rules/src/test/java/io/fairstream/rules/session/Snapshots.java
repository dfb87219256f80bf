package io.fairstream.rules.session;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.SomeAmounts;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Entry.UsageEntry;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.session.SessionDelta.Segment;
import io.fairstream.rules.session.SessionDelta.SessionKind;
import io.fairstream.rules.session.SessionLedger.RejectedParts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Snapshots of node {@code tux/n1} in words. {@code a#3 30-60 x4 10:alice=50 bob=20,900 SYSTEM=-1 IDLE=*} is the one
 * of incarnation a, sequence 3, from second 30 to 60 on 4 processors, with a session of job 10 and alice, one of bob that
 * belongs to no job, SYSTEM, and an IDLE that makes it balance. CPU times are seconds; after a comma stands the real
 * memory's high-water. {@code a#3/1,4} are only the first and fourth of its parts.
 */
final class Snapshots {
    /** The record of a part, where it does not matter. */
    static final Cause CAUSE = new Cause("session-deltas", 0, 0, 0);

    static final String CLUSTER = "tux";
    static final String NODE = "n1";

    private static final Pattern HEAD = Pattern.compile("(?<incarnation>\\w+)#(?<sequence>\\d+)(/(?<places>[\\d,]+))?"
            + " (?<from>\\d+)-(?<to>\\d+) x(?<processors>\\d+) (?<sessions>.+)");
    private static final Pattern SESSION = Pattern.compile("(?:(\\d+):)?(\\w+)=(\\*|-?\\d+)(?:,(\\d+))?");

    private Snapshots() {}

    /** The parts of all snapshots, separated by semicolons, as records of partition 0. */
    static List<Segment> of(String words) {
        List<Segment> parts = new ArrayList<>();
        for (String snapshot : words.split("; ", -1)) {
            deltas(snapshot).forEach(delta -> parts.add(new Segment(delta, 0, parts.size())));
        }
        return parts;
    }

    private static List<SessionDelta> deltas(String words) {
        Matcher head = HEAD.matcher(words);
        if (!head.matches()) {
            throw new IllegalArgumentException(words);
        }
        List<MatchResult> sessions =
                SESSION.matcher(head.group("sessions")).results().toList();
        List<SessionDelta> deltas = new ArrayList<>();
        for (int i = 0; i < sessions.size(); i++) {
            deltas.add(delta(head, sessions, i));
        }
        return head.group("places") == null
                ? deltas
                : Arrays.stream(head.group("places").split(",", -1))
                        .map(place -> deltas.get(Integer.parseInt(place) - 1))
                        .toList();
    }

    private static SessionDelta delta(Matcher head, List<MatchResult> sessions, int number) {
        MatchResult session = sessions.get(number);
        String user = session.group(2);
        SessionKind kind = kind(user);
        int processors = Integer.parseInt(head.group("processors"));
        long from = 1000 * Long.parseLong(head.group("from"));
        long to = 1000 * Long.parseLong(head.group("to"));
        long micros = session.group(3).equals("*")
                ? processors * (to - from) * 1000 - said(sessions)
                : 1_000_000 * Long.parseLong(session.group(3));
        long highwater = session.group(4) == null ? 0 : Long.parseLong(session.group(4));
        return new SessionDelta(
                CLUSTER,
                NODE,
                head.group("incarnation"),
                Long.parseLong(head.group("sequence")),
                sessions.size(),
                kind == SessionKind.IDLE ? -1 : kind == SessionKind.SYSTEM ? 0 : number + 1,
                kind,
                session.group(1) == null ? 0 : Long.parseLong(session.group(1)),
                kind == SessionKind.PROCESSES ? (Long) (1000L + user.charAt(0)) : null,
                kind == SessionKind.PROCESSES ? user : "",
                from,
                to,
                micros,
                0,
                SomeAmounts.of(0, 10 * highwater, 20 * highwater, highwater, 2 * highwater),
                processors,
                0);
    }

    private static long said(List<MatchResult> sessions) {
        return sessions.stream()
                .filter(session -> !session.group(3).equals("*"))
                .mapToLong(session -> 1_000_000 * Long.parseLong(session.group(3)))
                .sum();
    }

    private static SessionKind kind(String user) {
        return switch (user) {
            case "SYSTEM" -> SessionKind.SYSTEM;
            case "IDLE" -> SessionKind.IDLE;
            default -> SessionKind.PROCESSES;
        };
    }

    /** The outcome; of parts that are refused the reason and the offsets. */
    static String told(Outcome<Charge, RejectedParts> outcome) {
        String what = outcome.effect().toString();
        String refused = outcome.results().stream()
                .map(refusal -> refusal.refused().reason() + " "
                        + refusal.parts().stream()
                                .map(Segment::offset)
                                .sorted()
                                .map(Object::toString)
                                .collect(Collectors.joining(",")))
                .collect(Collectors.joining("; "));
        return refused.isEmpty() ? what : what + ": " + refused;
    }

    /** Returns the charges to jobs or users, as {@code account=CPU seconds@from-to,highwater}; the node's own name is left out. */
    static String told(List<Charge> charges, Account.Kind payer) {
        return charges.stream()
                .filter(charge -> charge.account().kind() == payer)
                .map(Snapshots::told)
                .collect(Collectors.joining(" "));
    }

    private static String told(Charge charge) {
        UsageEntry.Usage usage = usage(charge);
        Amounts used = usage.amounts();
        String user = charge.account().name().endsWith(usage.user()) ? "" : "(" + usage.user() + ")";
        String highwater = used.get(Quantity.REAL_HIGHWATER) == 0 ? "" : "," + used.get(Quantity.REAL_HIGHWATER);
        return String.format(
                "%s%s=%s@%d-%d%s",
                charge.account().name(),
                user,
                plain(used.get(Quantity.CPU_USED)),
                usage.from() / 1000,
                usage.at() / 1000,
                highwater);
    }

    /** {@code sessions+SYSTEM+IDLE+DOWN=capacity from-until xprocessors}, in seconds. */
    static String told(NodeTime time) {
        return String.format(
                "%s%+d%+d%+d=%s %d-%d x%d",
                plain(time.sessionsMicros()),
                time.systemMicros() / 1_000_000,
                time.idleMicros() / 1_000_000,
                time.downMicros() / 1_000_000,
                plain(time.capacityMicros()),
                time.coveredFrom() / 1000,
                time.coveredUntil() / 1000,
                time.processors());
    }

    /** {@code incarnation#first-last@from-to xprocessors}. */
    static String told(Coverage coverage) {
        return coverage.stretches().stream()
                .map(stretch -> String.format(
                        "%s#%d-%d@%d-%d x%d",
                        stretch.incarnation(),
                        stretch.firstSequence(),
                        stretch.lastSequence(),
                        stretch.from() / 1000,
                        stretch.to() / 1000,
                        stretch.processors()))
                .collect(Collectors.joining(" "));
    }

    private static String plain(long micros) {
        return "" + micros / 1_000_000;
    }

    static UsageEntry.Usage usage(Charge charge) {
        return (UsageEntry.Usage) charge.entry();
    }

    /** Returns the total charge of each account; those with nothing are left out. */
    static Map<String, Amounts> sums(List<Charge> charges) {
        Map<String, Amounts> sums = new TreeMap<>();
        for (Charge charge : charges) {
            String account = charge.account().kind() + " " + charge.account().name() + " "
                    + usage(charge).user();
            sums.merge(account, usage(charge).amounts(), Amounts::plus);
        }
        sums.values().removeIf(Amounts.EMPTY::equals);
        return sums;
    }
}
