package io.fairstream.rules.ledger.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Snapshots of node {@code tux/n1} in words. {@code a#3 30-60 x4 10:alice=50 bob=20,900 SYSTEM=-1 IDLE=*} is the one
 * of incarnation a, sequence 3, from second 30 to 60 on 4 processors, with a session of job 10 and alice, one of bob that
 * belongs to no job, SYSTEM, and an IDLE that makes it balance. CPU times are seconds; after a comma stands the real
 * memory's high-water. {@code a#3/1,4} are only the first and fourth of its parts.
 */
final class Snapshots {
    static final String CLUSTER = "tux";
    static final String NODE = "n1";

    private Snapshots() {}

    /** The parts of all snapshots, separated by semicolons, as records of partition 0. */
    static List<Part> of(String words) {
        List<Part> parts = new ArrayList<>();
        for (String snapshot : words.split(";")) {
            for (SessionDelta delta : deltas(snapshot.trim())) {
                parts.add(new Part(delta, 0, parts.size()));
            }
        }
        return parts;
    }

    private static List<SessionDelta> deltas(String words) {
        String[] word = words.split(" ");
        String[] name = word[0].split("[#/]");
        String[] time = word[1].split("-");
        long from = seconds(time[0]);
        long to = seconds(time[1]);
        int processors = Integer.parseInt(word[2].substring(1));
        List<String> sessions = Arrays.asList(word).subList(3, word.length);
        List<SessionDelta> deltas = new ArrayList<>();
        for (int i = 0; i < sessions.size(); i++) {
            String[] halves = sessions.get(i).split("=");
            String[] jobAndUser = halves[0].split(":");
            String[] amounts = halves[1].split(",");
            long micros = amounts[0].equals("*")
                    ? processors * (to - from) * 1000 - micros(sessions)
                    : 1_000_000 * Long.parseLong(amounts[0]);
            long highwater = amounts.length == 1 ? 0 : Long.parseLong(amounts[1]);
            String user = jobAndUser[jobAndUser.length - 1];
            SessionKind kind = kind(user);
            deltas.add(new SessionDelta(
                    CLUSTER,
                    NODE,
                    name[0],
                    Long.parseLong(name[1]),
                    sessions.size(),
                    kind == SessionKind.IDLE ? -1 : kind == SessionKind.SYSTEM ? 0 : i + 1,
                    kind,
                    jobAndUser.length == 1 ? 0 : Long.parseLong(jobAndUser[0]),
                    kind == SessionKind.PROCESSES ? (Long) (1000L + user.charAt(0)) : null,
                    kind == SessionKind.PROCESSES ? user : "",
                    from,
                    to,
                    micros,
                    0,
                    10 * highwater,
                    20 * highwater,
                    highwater,
                    2 * highwater,
                    processors));
        }
        return name.length == 2
                ? deltas
                : Arrays.stream(name[2].split(","))
                        .map(place -> deltas.get(Integer.parseInt(place) - 1))
                        .toList();
    }

    private static SessionKind kind(String user) {
        return switch (user) {
            case "SYSTEM" -> SessionKind.SYSTEM;
            case "IDLE" -> SessionKind.IDLE;
            default -> SessionKind.PROCESSES;
        };
    }

    private static long micros(List<String> sessions) {
        return sessions.stream()
                .map(session -> session.split("=")[1].split(",")[0])
                .filter(cpu -> !cpu.equals("*"))
                .mapToLong(cpu -> 1_000_000 * Long.parseLong(cpu))
                .sum();
    }

    private static long seconds(String number) {
        return 1000 * Long.parseLong(number);
    }

    /** All of that outcome. */
    static String told(SessionOutcome outcome) {
        String what = outcome.getClass().getSimpleName();
        if (outcome instanceof SessionOutcome.Applied applied) {
            what += " " + applied.parts();
        }
        String refused = outcome.refused().stream()
                .map(refusal -> refusal.refused().reason() + " "
                        + refusal.parts().stream()
                                .map(part -> "" + part.offset())
                                .collect(Collectors.joining(",")))
                .collect(Collectors.joining("; "));
        return refused.isEmpty() ? what : what + ": " + refused;
    }

    /** What jobs or users are charged, as {@code account=CPU seconds@from-to,highwater}; the node's own name is left out. */
    static String told(List<SessionCharge> charges, Payer payer) {
        return charges.stream()
                .filter(charge -> charge.payer() == payer)
                .map(Snapshots::told)
                .collect(Collectors.joining(" "));
    }

    private static String told(SessionCharge charge) {
        Usage usage = charge.usage();
        Used used = usage.used();
        String user = charge.account().endsWith(usage.user()) ? "" : "(" + usage.user() + ")";
        String highwater = used.realHighwaterKiB() == 0 ? "" : "," + used.realHighwaterKiB();
        return String.format(
                "%s%s=%s@%d-%d%s",
                charge.account(), user, plain(used.cpuMicros()), usage.from() / 1000, usage.to() / 1000, highwater);
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

    /** What accounts were charged in all; those with nothing are left out. */
    static Map<String, Used> sums(List<SessionCharge> charges) {
        Map<String, Used> sums = new TreeMap<>(Comparator.naturalOrder());
        for (SessionCharge charge : charges) {
            String account = charge.payer() + " " + charge.account() + " "
                    + charge.usage().user();
            sums.merge(account, charge.usage().used(), Used::plus);
        }
        sums.values().removeIf(Used.NOTHING::equals);
        return sums;
    }
}
