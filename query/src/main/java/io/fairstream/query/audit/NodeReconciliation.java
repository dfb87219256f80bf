package io.fairstream.query.audit;

import io.fairstream.query.records.TopicRecords;
import io.fairstream.rules.Names.PseudoUsers;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Node;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Usage;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Check that the time of every node's processors is accounted for, to the microsecond: sessions, SYSTEM, IDLE and DOWN
 * add up to the capacity, and users were charged exactly the usage of their sessions.
 */
final class NodeReconciliation implements Reconciliation {
    private static final String CAPACITY = "sessions + system + idle + down = capacity";
    private static final String CHARGES = "nodes = charges";

    private final Map<String, Node> rows = new TreeMap<>();
    private final Map<String, Map<Part, Long>> charges = new TreeMap<>();

    /** Categories of processor time. */
    private enum Part {
        SESSIONS,
        SYSTEM,
        IDLE,
        DOWN;

        private static Part of(String user) {
            return switch (user) {
                case PseudoUsers.SYSTEM -> SYSTEM;
                case PseudoUsers.IDLE -> IDLE;
                case PseudoUsers.DOWN -> DOWN;
                default -> SESSIONS;
            };
        }

        private long of(Node row) {
            return switch (this) {
                case SESSIONS -> row.getSessionsMicros();
                case SYSTEM -> row.getSystemMicros();
                case IDLE -> row.getIdleMicros();
                case DOWN -> row.getDownMicros();
            };
        }
    }

    NodeReconciliation(TopicRecords reader) {
        this(reader.latest(Topics.NODES));
    }

    NodeReconciliation(Collection<Node> nodes) {
        nodes.forEach(node -> rows.put(node.getCluster() + "/" + node.getNode(), node));
    }

    @Override
    public void charge(Charge charge) {
        String node = charge.getDimensions().getNode();
        if (charge.getKind() == ChargeKind.USER && node != null && charge.getEntry() instanceof Usage usage) {
            charges.computeIfAbsent(charge.getDimensions().getCluster() + "/" + node, name -> new EnumMap<>(Part.class))
                    .merge(Part.of(charge.getAccount()), usage.getCpuTimeUsedMicros(), Math::addExact);
        }
    }

    @Override
    public List<Check> checks(boolean isWhole) {
        return List.of(capacity(), charges().ifWhole(isWhole));
    }

    private Check capacity() {
        List<String> differences = new ArrayList<>();
        rows.forEach((name, row) -> {
            BigInteger parts = BigInteger.ZERO;
            for (Part part : Part.values()) {
                parts = parts.add(BigInteger.valueOf(part.of(row)));
            }
            if (!parts.equals(BigInteger.valueOf(row.getCapacityMicros()))) {
                differences.add("\"" + name + "\" capacityMicros: " + row.getCapacityMicros() + " (expected: " + parts
                        + ", sum of the parts)");
            }
        });
        BigInteger all = rows.values().stream()
                .map(row -> BigInteger.valueOf(row.getCapacityMicros()))
                .reduce(BigInteger.ZERO, BigInteger::add);
        return Check.of(CAPACITY, String.format(Locale.ROOT, "%,d nodes, %,d us", rows.size(), all), differences);
    }

    private Check charges() {
        List<String> differences = new ArrayList<>();
        rows.forEach((name, row) -> {
            for (Part part : Part.values()) {
                long charged = charges.getOrDefault(name, Map.of()).getOrDefault(part, 0L);
                if (part.of(row) != charged) {
                    differences.add("\"" + name + "\" " + part.name().toLowerCase(Locale.ROOT) + "Micros: "
                            + part.of(row) + " (expected: " + charged + ")");
                }
            }
        });
        charges.keySet().stream()
                .filter(name -> !rows.containsKey(name))
                .forEach(name -> differences.add(Check.missing(name)));
        return Check.of(CHARGES, String.format(Locale.ROOT, "%,d nodes", rows.size()), differences);
    }
}
