package io.fairstream.query.explain;

import io.fairstream.app.TopologyConfigs.Rules;
import io.fairstream.app.TopologyConfigs.ShareRules;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.BalanceRow;
import io.fairstream.query.tables.ReportTime;
import io.fairstream.rules.Spending;
import io.fairstream.rules.usage.Allocation;
import io.fairstream.rules.usage.Allocation.Balance;
import io.fairstream.schemas.Topics;
import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Explanation of the priority of a customer, the usage of a user in a bank, or the balance of a target: parts that add
 * up to the published number, and an outlook.
 *
 * <p>The reports of a document are distinguished by their part. Times are in seconds, usage in slot-seconds or
 * node-seconds, balances in the target's unit.
 *
 * @param reader under the half-lives, weights and terms of the topology
 * @param name of the customer, user or target
 * @param at the instant; null for the present, or the row's own if that is later
 * @param clock gives the present
 * @param limit number of uses, runs or charges that are shown individually; {@link #ALL} for all
 */
public record Explain(
        TopicReader reader, String name, @Nullable Instant at, Clock clock, int limit) {
    /** No limit. */
    public static final int ALL = Integer.MAX_VALUE;

    /** Kind of thing that a name denotes. */
    public enum As {
        CUSTOMER(ReportTime.POOLS),
        ASSOCIATION(ReportTime.JOBS),
        TARGET(ReportTime.VOLUNTEERS);

        private final ReportTime system;

        As(ReportTime system) {
            this.system = system;
        }

        /** Returns the system whose present time applies to such a name. */
        public ReportTime system() {
            return system;
        }
    }

    /**
     * Returns the kind of thing that the name denotes. A name of both a customer and a user in a bank denotes the
     * customer. A name of a target and something else is ambiguous.
     *
     * @throws Failure if the name is unknown or ambiguous
     */
    public As found() {
        boolean isTarget = targetSource().isThere();
        As payer = associationSource().isCustomer()
                ? As.CUSTOMER
                : associationSource().isThere() ? As.ASSOCIATION : null;
        if (payer == null && !isTarget) {
            throw new Failure("unknown name \"" + name + "\": no row in priorities, association-usage or balances"
                    + " (expected: a name that table priorities, table association-usage or report balances shows)");
        }
        if (payer != null && isTarget) {
            String word = payer.name().toLowerCase(Locale.ROOT);
            throw new Failure(String.format(
                    "\"%s\" is both a%s %s and a target (expected: --as %s or --as target)",
                    name, payer == As.ASSOCIATION ? "n" : "", word, word));
        }
        return payer == null ? As.TARGET : payer;
    }

    /**
     * Explains the priority of a customer: uses, other parts, sum, factor, edits and outlook.
     *
     * @param by a grouping of customers
     * @param reaches a real priority whose instant is reported; null for none
     * @param ahead future period reported as a table; null for none
     * @throws Failure if it is not a customer, the journal does not reach back to the instant, or the parts do not add
     * up
     */
    public Document customer(By by, @Nullable Double reaches, @Nullable Projection ahead) throws InterruptedException {
        Explained explained = Explained.read(reader, name, at, present(As.CUSTOMER));
        Factor factor = Factor.of(explained, Rules.of(reader.settings()).factors());
        return new CustomerReport(explained, factor, Parts.of(explained, by.grouping()))
                .document(limit, reaches, ahead);
    }

    /**
     * Explains the usage of a user in a bank: periods, runs, sum and outlook.
     *
     * @throws Failure if there is none, the instant is before the row's, or the parts do not add up
     */
    public Document association() throws InterruptedException {
        return new AssociationReport(associationSource().read(at, present(As.ASSOCIATION))).document(limit);
    }

    /**
     * Explains the balance of a target: charges, sum, and the instants at which it reaches certain values.
     *
     * @param by a grouping of targets
     * @param reaches a balance whose instant is reported; null for none
     * @throws Failure if there is none, the instant is before the row's, or the charges do not add up
     */
    public Document target(By by, @Nullable Double reaches) throws InterruptedException {
        TargetParts parts = targetSource().read(by);
        return new TargetReport(parts, balance(parts), reaches, running(parts)).document(limit);
    }

    private @Nullable RunningJobs running(TargetParts parts) {
        return BalanceRow.chargedBy(parts.row()) instanceof Spending.Unit unit
                ? RunningJobs.of(
                        reader.latest(Topics.JOBS),
                        name,
                        unit,
                        ShareRules.of(reader.settings()).terms().weights()::perSecond)
                : null;
    }

    private @Nullable Balance balance(TargetParts parts) {
        Balance own = parts.balance();
        if (own == null) {
            return null;
        }
        As system = Allocation.isPath(name) ? As.ASSOCIATION : As.TARGET;
        long then = at == null ? Math.max(own.asOf(), present(system).toEpochMilli()) : at.toEpochMilli();
        return Failure.ifRefused(() -> own.at(then));
    }

    private AssociationSource associationSource() {
        return new AssociationSource(
                reader, name, ShareRules.of(reader.settings()).terms());
    }

    private TargetSource targetSource() {
        return new TargetSource(reader, name);
    }

    private Instant present(As what) {
        return what.system().of(reader, clock);
    }
}
