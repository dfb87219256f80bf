package io.fairstream.simulation.model;

import io.fairstream.schemas.Node;
import io.fairstream.schemas.SessionDelta;
import io.fairstream.schemas.SessionKind;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.UserAccounting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** The times of nodes: the snapshots of which all parts are here; between two of them a node was down. */
final class Nodes {
    private final Map<String, List<Snapshot>> byNode = new TreeMap<>();

    /** Incomplete snapshots that have two contents of one part, although no part was refused. */
    private final List<String> contradictory = new ArrayList<>();

    /** The parts of one snapshot by their sessions. */
    private static final class Snapshot {
        private final Map<Long, SessionDelta> parts = new TreeMap<>();
        private boolean isContradictory;

        void add(SessionDelta part) {
            SessionDelta earlier = parts.putIfAbsent(part.getSession(), part);
            isContradictory |= earlier != null && !earlier.equals(part);
        }

        SessionDelta first() {
            return parts.values().iterator().next();
        }

        boolean isWhole() {
            return parts.size() == first().getParts();
        }

        long micros(SessionKind kind) {
            return parts.values().stream()
                    .filter(part -> part.getKind() == kind)
                    .mapToLong(part -> part.getUserCpuMicros() + part.getSystemCpuMicros())
                    .sum();
        }
    }

    Nodes(Taken taken) {
        Map<String, Snapshot> snapshots = new TreeMap<>();
        for (Taken.One<SessionDelta> one : taken.of(Topics.SESSION_DELTAS)) {
            SessionDelta delta = one.value();
            if (delta != null) {
                String name = name(one.key(), delta);
                Snapshot snapshot = snapshots.get(name);
                if (snapshot == null) {
                    snapshot = new Snapshot();
                    snapshots.put(name, snapshot);
                    byNode.computeIfAbsent(one.key(), any -> new ArrayList<>()).add(snapshot);
                }
                snapshot.add(delta);
            }
        }
        Set<String> refused = taken.left(Topics.SESSION_DELTAS).stream()
                .filter(one -> one.value() != null)
                .map(one -> name(one.key(), one.value()))
                .collect(Collectors.toSet());
        snapshots.forEach((name, snapshot) -> {
            if (snapshot.isContradictory && !snapshot.isWhole() && !refused.contains(name)) {
                contradictory.add(name);
            }
        });
        byNode.values().forEach(each -> {
            each.removeIf(snapshot -> !snapshot.isWhole());
            each.sort(
                    Comparator.comparing((Snapshot snapshot) -> snapshot.first().getFrom()));
        });
        byNode.values().removeIf(List::isEmpty);
    }

    private static String name(String key, SessionDelta delta) {
        return key + " " + delta.getIncarnation() + " " + delta.getSequence();
    }

    void compare(Map<String, Node> nodes, Map<String, UserAccounting> users, Differences differences) {
        differences.compare("session-deltas that contradict each other and were taken", List.of(), contradictory);
        Map<String, Node> byName = new TreeMap<>();
        nodes.values().forEach(node -> byName.put(node.getCluster() + "/" + node.getNode(), node));
        differences.compare("nodes", byNode.keySet(), byName.keySet());
        byName.forEach(
                (name, node) -> compare("nodes " + name, byNode.getOrDefault(name, List.of()), node, differences));
        for (UserAccounting user : users.values()) {
            List<Use> own = uses().stream()
                    .filter(use -> use.user().equals(user.getUser()))
                    .toList();
            Use.compare("user-accounting " + user.getUser(), own, user, differences);
        }
    }

    /** Uses by the sessions of each snapshot, and the times between two in which a node was down. */
    List<Use> uses() {
        List<Use> uses = new ArrayList<>();
        byNode.values().forEach(snapshots -> {
            SessionDelta last = null;
            for (Snapshot snapshot : snapshots) {
                addUses(snapshot, uses);
                SessionDelta next = snapshot.first();
                if (last != null && next.getFrom().isAfter(last.getTo())) {
                    long down = micros(last, last.getTo(), next.getFrom());
                    uses.add(new Use(
                            last.getCluster(),
                            last.getNode(),
                            0,
                            "DOWN",
                            -2L,
                            last.getTo().toEpochMilli(),
                            next.getFrom().toEpochMilli(),
                            down,
                            0,
                            0,
                            0));
                }
                last = next;
            }
        });
        uses.removeIf(use -> Use.isEmpty(List.of(use)));
        return uses;
    }

    /** Splits the energy of the node by processor time, in whole numbers without a rest; a negative time of SYSTEM is none. */
    private static void addUses(Snapshot snapshot, List<Use> uses) {
        long energy = snapshot.first().getNodeEnergyMillijoules();
        long all = snapshot.parts.values().stream().mapToLong(Use::positive).sum();
        long counted = 0;
        long given = 0;
        for (SessionDelta part : snapshot.parts.values()) {
            counted += Use.positive(part);
            long until = all == 0 ? 0 : Math.multiplyExact(energy, counted) / all;
            uses.add(Use.of(part, until - given));
            given = until;
        }
    }

    /**
     * Something used in an interval.
     *
     * @param jobId 0 for none
     */
    record Use(
            String cluster,
            String node,
            long jobId,
            String user,
            @Nullable Long userId,
            long from,
            long to,
            long cpuMicros,
            long memory,
            long highwater,
            long energy) {
        private static long positive(SessionDelta part) {
            return Math.max(0, part.getUserCpuMicros() + part.getSystemCpuMicros());
        }

        private static Use of(SessionDelta part, long shareOfEnergy) {
            boolean isOfUser = part.getKind() == SessionKind.PROCESSES;
            return new Use(
                    part.getCluster(),
                    part.getNode(),
                    isOfUser ? part.getJobId() : 0,
                    isOfUser ? part.getUser() : part.getKind().name(),
                    isOfUser ? part.getUserId() : (Long) (part.getKind() == SessionKind.IDLE ? -1L : 0L),
                    part.getFrom().toEpochMilli(),
                    part.getTo().toEpochMilli(),
                    part.getUserCpuMicros() + part.getSystemCpuMicros(),
                    part.getRealMemoryKiBSeconds(),
                    part.getRealMemoryHighwaterKiB(),
                    part.getEnergyMillijoules() + shareOfEnergy);
        }

        boolean isOfUser() {
            return !List.of("SYSTEM", "IDLE", "DOWN").contains(user);
        }

        /** The number of the job, or the user if there is none. */
        String account() {
            return cluster + "/" + (jobId == 0 ? "0/" + user : Long.toString(jobId));
        }

        /** Returns true if nothing is left of all together. */
        static boolean isEmpty(List<Use> all) {
            return all.stream().mapToLong(Use::cpuMicros).sum() == 0
                    && all.stream().allMatch(use -> use.memory == 0 && use.highwater == 0 && use.energy == 0);
        }

        /** Compares the sums with a row of a job or of a user. */
        static void compare(String where, List<Use> all, SpecificRecord row, Differences differences) {
            compare(
                    where,
                    "cpuTimeUsedMicros",
                    all.stream().mapToLong(Use::cpuMicros).sum(),
                    row,
                    differences);
            compare(
                    where,
                    "realMemoryKiBSeconds",
                    all.stream().mapToLong(Use::memory).sum(),
                    row,
                    differences);
            long highest = all.stream().mapToLong(Use::highwater).max().orElse(0);
            compare(where, "realMemoryHighwaterKiB", highest, row, differences);
            compare(
                    where,
                    "energyMillijoules",
                    all.stream().mapToLong(Use::energy).sum(),
                    row,
                    differences);
        }

        private static void compare(
                String where, String field, long expected, SpecificRecord row, Differences differences) {
            Object found = row.get(row.getSchema().getField(field).pos());
            differences.compare(where + "." + field, expected, found);
        }
    }

    private static void compare(String where, List<Snapshot> snapshots, Node node, Differences differences) {
        Map<SessionKind, Long> used = new EnumMap<>(SessionKind.class);
        long down = 0;
        long capacity = 0;
        Snapshot last = null;
        for (Snapshot snapshot : snapshots) {
            for (SessionKind kind : SessionKind.values()) {
                used.merge(kind, snapshot.micros(kind), Long::sum);
            }
            down += last == null
                    ? 0
                    : micros(
                            last.first(), last.first().getTo(), snapshot.first().getFrom());
            capacity += micros(
                    snapshot.first(),
                    snapshot.first().getFrom(),
                    snapshot.first().getTo());
            last = snapshot;
        }
        differences.compare(where + ".sessionsMicros", used.get(SessionKind.PROCESSES), node.getSessionsMicros());
        differences.compare(where + ".systemMicros", used.get(SessionKind.SYSTEM), node.getSystemMicros());
        differences.compare(where + ".idleMicros", used.get(SessionKind.IDLE), node.getIdleMicros());
        differences.compare(where + ".downMicros", down, node.getDownMicros());
        differences.compare(where + ".capacityMicros", capacity + down, node.getCapacityMicros());
        if (last != null) {
            differences.compare(where + ".coveredFrom", snapshots.get(0).first().getFrom(), node.getCoveredFrom());
            differences.compare(where + ".coveredUntil", last.first().getTo(), node.getCoveredUntil());
        }
    }

    private static long micros(SessionDelta of, Instant from, Instant to) {
        return of.getNodeProcessors() * (to.toEpochMilli() - from.toEpochMilli()) * 1000;
    }
}
