package io.fairstream.cli.explain;

import io.fairstream.cli.records.Row;
import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.tables.ChargeTime;
import io.fairstream.cli.tables.Rows;
import io.fairstream.cli.terminal.Failure;
import io.fairstream.cli.terminal.Numbers;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Where the parts of a target's balance come from: its row, and the charges of its project or of users. */
record TargetSource(TopicReader reader, String target) {
    private static final int ATTEMPTS = 8;
    private static final Duration PAUSE = Duration.ofMillis(300);

    boolean isThere() {
        return row().isPresent();
    }

    private Optional<Balance> row() {
        Rows<Balance> rows = Rows.latest();
        reader.read(Topics.BALANCES, target, rows);
        return rows.all().stream().findFirst();
    }

    /**
     * Reads until row and journal agree, which they may not do for a moment while reports come in.
     *
     * @throws Failure if there is no row, or the charges do not add up to it
     */
    TargetParts read(By by) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            Balance row = row().orElseThrow(() -> new Failure("target: \"" + target
                    + "\" (expected: a project, or project/app, with a row in balances; report balances shows them)"));
            TargetParts parts = parts(row, by);
            if (parts.isWhole(row().orElse(row))) {
                return parts;
            }
            if (attempt == ATTEMPTS) {
                throw new Failure(String.format(
                        "target: %s: its charges add up to %s %s (expected: %s, as its row has it)",
                        target,
                        Numbers.large(parts.charged()),
                        row.getUnit(),
                        parts.rowCharged() == null ? "none" : Numbers.large(parts.rowCharged())));
            }
            Thread.sleep(PAUSE.toMillis());
        }
    }

    /** Charges of a project stand in one partition, those of users in all. */
    private TargetParts parts(Balance row, By by) {
        TargetSums sums = new TargetSums(row, by);
        Map<Integer, Instant> firsts = new HashMap<>();
        Consumer<Row<Charge>> hear = entry -> {
            Charge charge = entry.value();
            if (charge != null) {
                firsts.computeIfAbsent(entry.partition(), partition -> ChargeTime.of(charge));
                sums.add(charge);
            }
        };
        boolean isWhole;
        if (by.isOfUsers()) {
            reader.readCharges(null, hear);
            isWhole = reader.isWhole(Topics.CHARGES);
        } else {
            reader.readChargesBeside(row.getProject(), hear);
            isWhole = reader.isWhole(Topics.CHARGES, row.getProject());
        }
        Instant newest = firsts.values().stream().max(Comparator.naturalOrder()).orElse(Instant.MAX);
        return sums.parts(isWhole ? null : newest);
    }
}
