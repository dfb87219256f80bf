package io.fairstream.reports.explain;

import io.fairstream.reports.columns.Document;
import io.fairstream.reports.records.Failure;
import io.fairstream.reports.records.TopicReader;
import io.fairstream.reports.tables.Present;
import io.fairstream.rules.balance.Allocation.Balance;
import io.fairstream.streams.app.TopologyConfigs.Rules;
import io.fairstream.streams.app.TopologyConfigs.ShareRules;
import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Why the priority of a customer, the usage of a user in a bank, or the balance of a target is what it is, and how it will go on:
 * parts that add up to the published number.
 *
 * <p>Each document has reports told apart by their part. Times are in seconds, usage in slot-seconds or node-seconds, balances in
 * the target's unit.
 *
 * @param reader under the half-lives, weights and terms of the topology
 * @param name of what is explained
 * @param at the instant; null for the present, or the row's own if that is later
 * @param clock what time it is
 * @param limit how many uses, runs or charges are shown one by one; {@link #ALL} for all
 */
public record Explain(
        TopicReader reader, String name, @Nullable Instant at, Clock clock, int limit) {
    /** No limit. */
    public static final int ALL = Integer.MAX_VALUE;

    /** Kind of thing that a name denotes. */
    public enum As {
        CUSTOMER(Present.POOLS),
        ASSOCIATION(Present.JOBS),
        TARGET(Present.VOLUNTEERS);

        private final Present system;

        As(Present system) {
            this.system = system;
        }

        /** The system whose time it is for such a name. */
        public Present system() {
            return system;
        }
    }

    /**
     * Returns the kind of thing that the name denotes. A customer's name is rather that than one of a user in a bank; of what is
     * a target besides nothing can be guessed.
     *
     * @throws Failure if it is none, or a target and something else
     */
    public As found() {
        boolean isTarget = targetSource().isThere();
        As payer = associationSource().isCustomer()
                ? As.CUSTOMER
                : associationSource().isThere() ? As.ASSOCIATION : null;
        if (payer == null && !isTarget) {
            throw new Failure(
                    "nothing is known of \"" + name + "\": no row in priorities, association-usage or balances"
                            + " (expected: a name that table priorities, table association-usage or report balances shows)");
        }
        if (payer != null && isTarget) {
            String word = payer.name().toLowerCase(Locale.ROOT);
            throw new Failure(String.format(
                    "\"%s\" is a%s %s and a target (expected: --as %s or --as target with it)",
                    name, payer == As.ASSOCIATION ? "n" : "", word, word));
        }
        return payer == null ? As.TARGET : payer;
    }

    /**
     * The priority of a customer: uses, other parts, sum, factor, edits and outlook.
     *
     * @param by of those of customers
     * @param reaches a real priority of which it is told when it is reached; null for none
     * @param ahead of what time to come it is told as a table; null for none
     * @throws Failure if it is no customer, the journal does not reach back to the instant, or the parts do not add up
     */
    public Document customer(By by, @Nullable Double reaches, @Nullable Ahead ahead) throws InterruptedException {
        Explained explained = Explained.read(reader, name, at, present(As.CUSTOMER));
        Factor factor = Factor.of(explained, Rules.of(reader.settings()).factors());
        return new CustomerReport(explained, factor, Parts.of(explained, by.grouping()))
                .document(limit, reaches, ahead);
    }

    /**
     * The usage of a user in a bank: periods, runs, sum and outlook.
     *
     * @throws Failure if it is none, the instant is before the row's, or the parts do not add up
     */
    public Document association() throws InterruptedException {
        return new AssociationReport(associationSource().read(at, present(As.ASSOCIATION))).document(limit);
    }

    /**
     * The balance of a target: charges, sum, and when it reaches what.
     *
     * @param by of those of targets
     * @param reaches a balance of which it is told when it is reached; null for none
     * @throws Failure if it is none, the instant is before the row's, or the charges do not add up
     */
    public Document target(By by, @Nullable Double reaches) throws InterruptedException {
        TargetParts parts = targetSource().read(by);
        return new TargetReport(parts, balance(parts), reaches).document(limit);
    }

    private @Nullable Balance balance(TargetParts parts) {
        Balance own = parts.balance();
        if (own == null) {
            return null;
        }
        long then = at == null ? Math.max(own.asOf(), present(As.TARGET).toEpochMilli()) : at.toEpochMilli();
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
