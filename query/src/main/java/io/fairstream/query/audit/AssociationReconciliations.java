package io.fairstream.query.audit;

import io.fairstream.query.records.TopicRecords;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.share.UsageTerms;
import io.fairstream.schemas.AccountingAt.AssociationUsageAt;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.HoldingChange;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Check of users in banks against the journal, and of banks against their children. Every row is recomputed at the
 * instant of the newest row. Sums of finished runs agree to 1e-5 node-seconds, decayed ones to 1e-9.
 *
 * <p>Allocations are weighted by {@code usage.weights} as published by the topology; each row contains its half-life
 * and periods.
 */
final class AssociationReconciliations implements Reconciliation {
    private static final String CHARGES = "association-usage = charges";
    private static final String BANKS = "bank = sum of what is below it";

    private final UsageTerms configured;
    private final Instant at;
    private final Map<String, AssociationUsage> rows = new TreeMap<>();
    private final Map<String, AssociationReconciliation> charged = new TreeMap<>();
    private final Map<String, Fading> fadings = new HashMap<>();

    /** Decay of a row. */
    record Fading(HalfLife halfLife, UsagePeriods periods) {}

    AssociationReconciliations(TopicRecords reader, UsageTerms configured) {
        this(reader.latest(Topics.ASSOCIATION_USAGE), configured);
    }

    AssociationReconciliations(Collection<AssociationUsage> rows, UsageTerms configured) {
        this.configured = configured;
        rows.forEach(row -> this.rows.put(row.getPath(), row));
        at = rows.stream()
                .map(AssociationUsage::getAsOf)
                .max(Instant::compareTo)
                .orElse(Instant.EPOCH);
    }

    @Override
    public void charge(Charge charge) {
        if (charge.getKind() == ChargeKind.ASSOCIATION && charge.getEntry() instanceof HoldingChange entry) {
            String path = charge.getAccount();
            book(charged, path).add(entry, configured, fadings.computeIfAbsent(path, this::fading));
        }
    }

    private AssociationReconciliation book(Map<String, AssociationReconciliation> books, String path) {
        return books.computeIfAbsent(path, name -> new AssociationReconciliation(at));
    }

    private Fading fading(String path) {
        AssociationUsage row = rows.get(path);
        if (row == null) {
            return new Fading(configured.halfLife(), configured.periods());
        }
        return new Fading(new HalfLife(row.getHalfLifeSeconds()), AssociationUsageAt.periods(row));
    }

    @Override
    public List<Check> checks(boolean isWhole) {
        Map<String, AssociationReconciliation> below = below();
        return List.of(users(below.keySet()).ifWhole(isWhole), banks(below, isWhole));
    }

    /** Returns, for each path, the sum of the rows one level below it. */
    private Map<String, AssociationReconciliation> below() {
        Map<String, AssociationReconciliation> below = new TreeMap<>();
        rows.forEach((path, row) -> {
            int slash = path.lastIndexOf('/');
            if (slash > 0) {
                book(below, path.substring(0, slash)).add(row);
            }
        });
        return below;
    }

    private Check users(Set<String> banks) {
        List<String> differences = new ArrayList<>();
        Set<String> users = new HashSet<>(rows.keySet());
        users.addAll(charged.keySet());
        users.removeAll(banks);
        double nodeSeconds = 0;
        for (String path : (Iterable<String>) users.stream().sorted()::iterator) {
            AssociationReconciliation should = charged.getOrDefault(path, new AssociationReconciliation(at));
            compare(path, should, differences);
            nodeSeconds += should.nodeSeconds();
        }
        String fine = String.format(Locale.ROOT, "%,d users in banks, %,.5f node-s", users.size(), nodeSeconds);
        return Check.of(CHARGES, fine, differences);
    }

    /** Checks banks. A path may be both a bank and a user in a bank; then it has charges of its own. */
    private Check banks(Map<String, AssociationReconciliation> below, boolean isWhole) {
        List<String> differences = new ArrayList<>();
        below.forEach((path, should) -> {
            AssociationReconciliation own = charged.get(path);
            if (own != null) {
                should.add(own);
            }
            if (own == null || isWhole) {
                compare(path, should, differences);
            }
        });
        return Check.of(BANKS, String.format(Locale.ROOT, "%,d banks", below.size()), differences);
    }

    private void compare(String path, AssociationReconciliation should, List<String> differences) {
        AssociationUsage row = rows.get(path);
        if (row == null) {
            if (should.isUsed()) {
                differences.add(Check.missing(path));
            }
            return;
        }
        AssociationReconciliation is = new AssociationReconciliation(at);
        is.add(row);
        is.difference(path, should).ifPresent(differences::add);
    }
}
