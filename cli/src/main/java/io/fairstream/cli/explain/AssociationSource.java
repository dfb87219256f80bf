package io.fairstream.cli.explain;

import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.tables.ChargeTime;
import io.fairstream.cli.tables.Rows;
import io.fairstream.cli.terminal.Failure;
import io.fairstream.rules.account.association.UsageTerms;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.AssociationUsageAt;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where the parts of the usage of a user in a bank come from: its row, and its entries of the journal. */
record AssociationSource(TopicReader reader, String path, UsageTerms weights) {
    private static final int ATTEMPTS = 8;
    private static final Duration PAUSE = Duration.ofMillis(300);

    /** Whether a customer bears its name. */
    boolean isCustomer() {
        Rows<Priority> customers = Rows.latest();
        reader.read(Topics.PRIORITIES, path, customers);
        return !customers.all().isEmpty();
    }

    /** Whether the path has a row in {@code association-usage}. */
    boolean isThere() {
        return row().isPresent();
    }

    private Optional<AssociationUsage> row() {
        Rows<AssociationUsage> rows = Rows.latest();
        reader.read(Topics.ASSOCIATION_USAGE, path, rows);
        return rows.all().stream().findFirst();
    }

    /**
     * Reads until row and journal agree, which they may not do for a moment while entries come in.
     *
     * @param at the instant, or null
     * @param present the instant if none is given, unless the row is of a later one
     * @throws Failure if it is a bank, the instant is before the row's, or the parts do not add up to the row
     */
    AssociationParts read(@Nullable Instant at, Instant present) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            AssociationUsage row = row().orElseThrow(() -> new Failure(
                    "association: \"" + path + "\" (expected: a user in a bank with a row in association-usage)"));
            if (row.getKind() == ShareKind.BANK) {
                throw new Failure(
                        "association: " + path + " is a bank (expected: a user in a bank; report usage --periods"
                                + " --tree --bank " + path + " shows who used what below it)");
            }
            Rows<Charge> charges = Rows.every();
            reader.readCharges(path, charges);
            AssociationParts published = AssociationParts.of(row, charges.all(), weights, known());
            if (published.isWhole()) {
                Instant later = present.isAfter(row.getAsOf()) ? present : row.getAsOf();
                return AssociationParts.of(evaluated(row, at == null ? later : at), charges.all(), weights, known());
            }
            if (attempt == ATTEMPTS) {
                throw new Failure(String.format(
                        "association: %s: its charges add up to %s and %s with smooth decay (expected: %s and %s, as its row"
                                + " has it; usage.weights must be those of the topology)",
                        path,
                        published.periodUsage(),
                        published.smoothUsage(),
                        row.getPeriodUsage(),
                        row.getSmoothUsage()));
            }
            Thread.sleep(PAUSE.toMillis());
        }
    }

    private static AssociationUsage evaluated(AssociationUsage row, Instant at) {
        try {
            return AssociationUsageAt.evaluate(row, at);
        } catch (IllegalArgumentException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    /** Since when every entry is there; null if none was deleted. */
    private @Nullable Instant known() {
        if (reader.isWhole(Topics.CHARGES, path)) {
            return null;
        }
        return reader.oldestCharge(path).map(ChargeTime::of).orElse(Instant.MAX);
    }
}
