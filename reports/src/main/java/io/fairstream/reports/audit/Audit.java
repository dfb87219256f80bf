package io.fairstream.reports.audit;

import io.fairstream.reports.columns.Columns;
import io.fairstream.reports.columns.Document;
import io.fairstream.reports.columns.Report;
import io.fairstream.reports.records.CaughtUp;
import io.fairstream.reports.records.Failure;
import io.fairstream.reports.records.InputTopic;
import io.fairstream.reports.records.PartitionOffsets;
import io.fairstream.reports.records.TopicReader;
import io.fairstream.reports.records.TopicRecords;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.ChargeBlocks;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.app.TopologyConfigs.ShareRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Audit of the books: every input record was accounted once, and every table is what its charges add up to. Amounts are whole
 * numbers and compared exactly, decayed ones to 1e-9.
 *
 * @param checks each of what must hold
 * @param refusals what counts for nothing: books balance although nothing of what somebody sent is in them
 */
public record Audit(List<Check> checks, RefusalSummary refusals) {
    /** First what is wrong, at last what holds because there is nothing to check. */
    private static final Comparator<Check> FOR_PEOPLE =
            Comparator.comparing(Check::holds).thenComparing(Check::isOfNothing);

    private static final int ATTEMPTS = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(300);

    public Audit {
        checks = List.copyOf(checks);
    }

    /**
     * Reads all topics. What was read counts only if no event came meanwhile; then it is read again.
     *
     * @param reader under the half-lives, weights and terms of the topology
     * @param caughtUp waits until the topology has processed everything
     * @throws Failure if events keep coming in, or no topology is at work
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
        throw new Failure("events keep coming in (expected: a pause of them while the topics are read)");
    }

    /** Ranks are worked out each {@code fairshare.interval}, by the wall clock: the last ones may still be to come. */
    private static Audit ranked(TopicReader reader) throws InterruptedException {
        long most = reader.settings().fairShare().interval().plus(PATIENCE).dividedBy(PAUSE);
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

    /** Audits topics into which no more records come. */
    public static Audit of(TopicRecords reader) {
        InputReconciliation inputs = new InputReconciliation(reader);
        AccountReconciliations accounts = new AccountReconciliations(reader, inputs);
        List<Reconciliation> all = List.of(
                accounts,
                new UsageReconciliations(reader),
                new NodeReconciliation(reader),
                new AssociationReconciliations(
                        reader, ShareRules.of(reader.settings()).terms()),
                new HoldingReconciliation(reader),
                new DailyReconciliation(reader),
                new HostReconciliation(reader),
                new BalanceReconciliation(reader));
        Recomputation recomputed = new Recomputation(reader, inputs);
        inputs.readAccepted(Topics.CHARGES, row -> {
            ChargeBlock block = row.value();
            if (block != null) {
                ChargeBlocks.charges(block).forEach(sent -> all.forEach(each -> each.charge(sent.charge())));
                recomputed.charge(block);
            }
        });
        boolean isWhole = reader.isWhole(Topics.CHARGES);
        List<Check> checks = new ArrayList<>(inputs.checks());
        all.forEach(each -> checks.addAll(checks(each, isWhole)));
        recomputed.forget(accounts.forgotten());
        checks.addAll(recomputed.checks(isWhole));
        return new Audit(checks, inputs.refusals());
    }

    /** The checks; one that fails if a row holds a value that is none. */
    private static List<Check> checks(Reconciliation reconciliation, boolean isWhole) {
        try {
            return reconciliation.checks(isWhole);
        } catch (IllegalArgumentException e) {
            return List.of(new Check("every value is possible", false, String.valueOf(e.getMessage())));
        }
    }

    public boolean balanced() {
        return failed() == 0;
    }

    /** Returns the number of checks that do not hold. */
    public long failed() {
        return checks.stream().filter(check -> !check.holds()).count();
    }

    /**
     * A sentence, which is never just that all is well; the checks; what was refused, by topic and reason; and a row of counts.
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
                        "%s, BUT %,d of %,d records count for nothing: %,d refused, %,d unreadable (table rejections shows each).",
                        balance,
                        refusals.refused() + refusals.unreadable(),
                        refusals.records(),
                        refusals.refused(),
                        refusals.unreadable());
    }
}
