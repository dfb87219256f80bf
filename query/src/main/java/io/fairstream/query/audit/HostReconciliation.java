package io.fairstream.query.audit;

import io.fairstream.query.records.TopicRecords;
import io.fairstream.query.tables.ChargeFields;
import io.fairstream.query.tables.WorkQuantity;
import io.fairstream.rules.HostUsage;
import io.fairstream.schemas.Assignment;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Host;
import io.fairstream.schemas.LedgerKind;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.WorkDone;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** Check that the total work of each host equals the charges of its users, and that the amounts cut from its reports agree. */
final class HostReconciliation implements Reconciliation {
    private static final String NAME = "hosts = charges of users";

    private static final String ASSIGNMENTS = "assignments = newest reports";
    private static final Set<String> POLICIES = Set.of("balance", "recent");

    private final Map<String, Host> rows = new TreeMap<>();
    private final Collection<Assignment> assignments;
    private final Map<String, HostUsage.Sum> done = new TreeMap<>();
    private final Map<String, HostUsage.Sum> cut = new TreeMap<>();

    HostReconciliation(TopicRecords reader) {
        this(reader.latest(Topics.HOSTS), reader.latest(Topics.ASSIGNMENTS));
    }

    HostReconciliation(Collection<Host> hosts, Collection<Assignment> assignments) {
        this.assignments = assignments;
        hosts.forEach(host -> rows.put(host.getHost(), host));
    }

    @Override
    public void charge(Charge charge) {
        String host = charge.getDimensions().getHost();
        if (charge.getKind() == ChargeKind.DAY
                && charge.getLedger() == LedgerKind.HOST
                && host != null
                && charge.getEntry() instanceof WorkDone entry) {
            entry.getParts().forEach(part -> {
                done.merge(host, HostUsage.Sum.of(ChargeFields.work(part)), HostUsage.Sum::plus);
                cut.merge(host, HostUsage.Sum.of(ChargeFields.cutWork(part)), HostUsage.Sum::plus);
            });
        }
    }

    @Override
    public List<Check> checks(boolean isWhole) {
        List<String> differences = new ArrayList<>();
        rows.forEach((name, row) -> {
            WorkQuantity.difference(
                            "\"" + name + "\"", WorkQuantity.done(row), done.getOrDefault(name, HostUsage.Sum.EMPTY))
                    .ifPresent(differences::add);
            WorkQuantity.difference(
                            "\"" + name + "\" capped",
                            Objects.requireNonNullElse(row.getCapped(), WorkQuantity.ZERO),
                            cut.getOrDefault(name, HostUsage.Sum.EMPTY))
                    .ifPresent(differences::add);
        });
        done.keySet().stream()
                .filter(name -> !rows.containsKey(name))
                .forEach(name -> differences.add(Check.missing(name)));
        long capped =
                rows.values().stream().filter(row -> row.getCapped() != null).count();
        return List.of(
                Check.of(
                                NAME,
                                String.format(Locale.ROOT, "%,d hosts, %,d of them capped", rows.size(), capped),
                                differences)
                        .ifWhole(isWhole),
                assignments());
    }

    /** Checks that each host's last assignment was made at its last report. The reasons are not stored. */
    private Check assignments() {
        List<String> differences = new ArrayList<>();
        for (Assignment row : assignments) {
            String name = "assignments \"" + row.getHost() + "\"";
            Host host = rows.get(row.getHost());
            if (host == null) {
                differences.add(name + ": host: an unexplained row");
                continue;
            }
            if (!row.getUser().equals(host.getUser())) {
                differences.add(name + " user: " + row.getUser() + " (expected: " + host.getUser() + ")");
            }
            if (!row.getAt().equals(host.getLastReport())) {
                differences.add(name + " at: " + row.getAt() + " (expected: " + host.getLastReport() + ")");
            }
            if (!POLICIES.contains(row.getPolicy())) {
                differences.add(name + " policy: " + row.getPolicy() + " (expected: balance or recent)");
            }
        }
        return Check.of(ASSIGNMENTS, String.format(Locale.ROOT, "%,d hosts", assignments.size()), differences);
    }
}
