package io.fairstream.query.audit;

import io.fairstream.app.TopologyConfigs.ShareRules;
import io.fairstream.app.config.Keys;
import io.fairstream.client.InputTopic;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Report;
import io.fairstream.query.records.CaughtUp;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.PartitionOffsets;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.records.TopicRecords;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.ChargeBlocks;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Audit of inputs and tables: every input record was accounted once, and every table equals the sum of its charges.
 * Whole amounts are compared exactly, decayed ones to 1e-9.
 *
 * @param checks all checks, passed or failed
 * @param refusals rejected records, which do not fail the audit
 */
public record Audit(List<Check> checks, RefusalSummary refusals) {
    /** Order for people: failed checks first, checks without data last. */
    private static final Comparator<Check> FOR_PEOPLE =
            Comparator.comparing(Check::holds).thenComparing(Check::isOfNothing);

    private static final int ATTEMPTS = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(300);

    public Audit {
        checks = List.copyOf(checks);
    }

    /**
     * Reads all topics. If an event arrives meanwhile, they are read again.
     *
     * @param reader under the half-lives, weights and terms of the topology
     * @param caughtUp waits until the topology has processed everything
     * @throws Failure if events keep coming in, or no topology is running
     */
    public static Audit of(TopicReader reader, CaughtUp caughtUp) throws InterruptedException {
        for (int i = 0; i < ATTEMPTS; i++) {
            List<PartitionOffsets> before = ends(reader);
            caughtUp.await(CaughtUp.Listener.NONE);
            Audit audit = ranked(reader);
            if (ends(reader).equals(before)) {
                return audit;
            }
        }
        throw new Failure("new events keep arriving (expected: no new events while the topics are read)");
    }

    /**
     * Audits again until the ranks are current: they are computed each {@code fairshare.interval} by the wall clock, so
     * the last ones may be late.
     */
    private static Audit ranked(TopicReader reader) throws InterruptedException {
        long most =
                reader.settings().get(Keys.FAIRSHARE_INTERVAL).plus(PATIENCE).dividedBy(PAUSE);
        Audit audit = of(reader);
        for (long i = 0; i < most && audit.failed() == 1 && !audit.isRanked(); i++) {
            Thread.sleep(PAUSE.toMillis());
            audit = of(reader);
        }
        return audit;
    }

    private boolean isRanked() {
        return checks.stream().allMatch(check -> check.holds() || !check.name().startsWith(Topics.FAIR_SHARE.name()));
    }

    private static List<PartitionOffsets> ends(TopicReader reader) {
        return InputTopic.ALL.stream().map(input -> reader.ends(input.topic())).toList();
    }

    /** Audits topics that receive no more records. */
    public static Audit of(TopicRecords reader) {
        InputReconciliation inputs = new InputReconciliation(reader);
        Guarded<AccountReconciliations> accounts = new Guarded<>(() -> new AccountReconciliations(reader, inputs));
        List<Guarded<? extends Reconciliation>> all = List.of(
                accounts,
                new Guarded<>(() -> new UsageReconciliations(reader)),
                new Guarded<>(() -> new NodeReconciliation(reader)),
                new Guarded<>(() -> new AssociationReconciliations(
                        reader, ShareRules.of(reader.settings()).terms())),
                new Guarded<>(() -> new HoldingReconciliation(reader)),
                new Guarded<>(() -> new DailyReconciliation(reader)),
                new Guarded<>(() -> new HostReconciliation(reader)),
                new Guarded<>(() -> new BalanceReconciliation(reader)),
                new Guarded<>(() -> new BudgetReconciliation(reader)));
        List<Check> checks = new ArrayList<>(inputs.checks());
        Guarded<Recomputation> recomputed = new Guarded<>(() -> new Recomputation(reader, inputs));
        inputs.readAccepted(Topics.CHARGES, row -> {
            ChargeBlock block = row.value();
            if (block != null) {
                Guarded<List<ChargeBlocks.Sent>> charges = new Guarded<>(() -> ChargeBlocks.charges(block));
                charges.use(sent -> {
                    sent.forEach(one -> all.forEach(each -> each.use(part -> part.charge(one.charge()))));
                    recomputed.use(part -> part.charge(block, sent));
                });
                checks.addAll(charges.checks(sent -> List.of()));
            }
        });
        boolean isWhole = reader.isWhole(Topics.CHARGES);
        all.forEach(each -> checks.addAll(each.checks(part -> part.checks(isWhole))));
        accounts.use(part -> recomputed.use(tables -> tables.forget(part.forgotten())));
        checks.addAll(recomputed.checks(part -> part.checks(isWhole)));
        return new Audit(checks, inputs.refusals());
    }

    public boolean balanced() {
        return failed() == 0;
    }

    /** Returns the number of checks that do not hold. */
    public long failed() {
        return checks.stream().filter(check -> !check.holds()).count();
    }

    /**
     * Returns a summary sentence that reports more than success alone; the checks; rejected records by topic and
     * reason; and a row of counts.
     */
    public Document document() {
        Document document = new Document();
        if (balanced()) {
            document.say(verdict()).say("");
        }
        return document.with(holding().report(checks).sorted(FOR_PEOPLE))
                .with(refusals.document())
                .with(counts());
    }

    private static Columns<Check> holding() {
        return new Columns<Check>()
                .text("holds", check -> check.holds() ? "ok" : "WRONG", Check::holds)
                .text("check", Check::name)
                .text("detail", Check::detail);
    }

    private Report<Audit> counts() {
        return new Columns<Audit>()
                .text("balanced", Audit::balanced)
                .number("checks", audit -> audit.checks().size())
                .number("records", audit -> audit.refusals().records())
                .number("refused", audit -> audit.refusals().refused())
                .number("unreadable", audit -> audit.refusals().unreadable())
                .report(List.of(this))
                .forPrograms();
    }

    private String verdict() {
        String balance = String.format(Locale.ROOT, "The books balance, all %,d checks hold", checks.size());
        return refusals.isEmpty()
                ? String.format(Locale.ROOT, "%s; none of %,d records was refused.", balance, refusals.records())
                : String.format(
                        Locale.ROOT,
                        "%s, BUT %,d of %,d records are not accounted: %,d rejected, %,d unreadable (see table "
                                + "rejections).",
                        balance,
                        refusals.refused() + refusals.unreadable(),
                        refusals.records(),
                        refusals.refused(),
                        refusals.unreadable());
    }
}
