package io.fairstream.query.publish;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.Topics;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Balances file of Open OnDemand: the remaining budgets of banks, and of users in banks, for each user who has one. A
 * budget is in weighted node-hours, the unit of {@code rawUsage} of association-usage, which is the usage of finished
 * runs.
 */
public final class OpenOnDemandBalances {
    private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);

    private OpenOnDemandBalances() {}

    /**
     * Reads the table.
     *
     * @param budgets by path, node-hours
     * @param at creation time of the file
     */
    public static String json(TopicReader reader, Map<String, Double> budgets, Instant at) {
        return json(reader.latest(Topics.ASSOCIATION_USAGE), budgets, at);
    }

    static String json(Collection<AssociationUsage> rows, Map<String, Double> budgets, Instant at) {
        if (budgets.isEmpty()) {
            throw new IllegalArgumentException("budgets: none (expected: the setting budgets, such as"
                    + " root/physics=100000, node-hours of a bank or of a user in one)");
        }
        Map<String, AssociationUsage> byPath = new HashMap<>();
        rows.forEach(row -> byPath.put(row.getPath(), row));
        ObjectNode file = JsonNodeFactory.instance.objectNode();
        file.put("version", 1);
        file.put("timestamp", at.getEpochSecond());
        ObjectNode config = file.putObject("config");
        config.put("unit", "node-hour");
        config.put("project_type", "account");
        ArrayNode balances = file.putArray("balances");
        List<AssociationUsage> users = rows.stream()
                .filter(row -> row.getKind() == ShareKind.USER && row.getUser() != null)
                .sorted(Comparator.comparing(AssociationUsage::getPath))
                .toList();
        new TreeMap<>(budgets).forEach((path, budget) -> {
            AssociationUsage used = byPath.get(path);
            long left = left(budget, used == null ? 0 : used.getRawUsage());
            for (AssociationUsage user : users) {
                if ((user.getPath() + "/").startsWith(path + "/")) {
                    ObjectNode balance = balances.addObject();
                    balance.put("user", user.getUser());
                    balance.put("project", path);
                    balance.put("value", left);
                }
            }
        });
        return file.toString();
    }

    /** Returns whole hours, rounded down. */
    private static long left(double hours, double usedSeconds) {
        return BigDecimal.valueOf(hours)
                .subtract(BigDecimal.valueOf(usedSeconds).divide(SECONDS_PER_HOUR, 6, RoundingMode.HALF_UP))
                .setScale(0, RoundingMode.FLOOR)
                .longValueExact();
    }
}
