package io.fairstream.cli.explain;

import io.fairstream.cli.terminal.JsonRow;
import io.fairstream.rules.account.Entry;
import io.fairstream.rules.account.Interval;
import io.fairstream.schemas.Priority;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An explained priority as JSON lines; {@link ExplainCommand} says what they hold. */
record JsonReport(Explained explained, Factor factor, Parts parts, PrintWriter out) {
    static final List<Duration> AHEAD = List.of(Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(7));

    void print(int limit, @Nullable Double reaches) {
        parts.uses().stream().limit(limit).forEach(part -> use(part).print(out));
        parts.others().forEach(part -> row(part).print(out));
        sum().print(out);
        json(factor, row("factor")).print(out);
        explained.edits().forEach(edit -> edit(edit).print(out));
        outlook(reaches);
    }

    private static JsonRow row(String part) {
        return new JsonRow().with("part", part);
    }

    private JsonRow row(Part part) {
        return row(part.kind().name().toLowerCase(Locale.ROOT))
                .with("name", part.name())
                .with("weightedSeconds", part.weightedSeconds() == 0 ? null : (Double) part.weightedSeconds())
                .with("priority", part.priority())
                .with("share", part.priority() / explained.realPriority())
                .with("later", part.later());
    }

    private JsonRow use(Part part) {
        boolean isOpen = part.until() == Interval.OPEN;
        JsonRow row = row(part.kind().name().toLowerCase(Locale.ROOT)).with("name", part.name());
        if (part.match() != null) {
            Journal.Names names = explained.journal().names().getOrDefault(part.match(), Journal.Names.NONE);
            row.with("resource", part.match().thing())
                    .with("matchId", names.matchId())
                    .with("pool", names.pool());
        }
        return row.with("from", Instant.ofEpochMilli(part.from()))
                .with("until", isOpen ? null : Instant.ofEpochMilli(part.until()))
                .with("weight", part.weight())
                .with("resourceSeconds", part.resourceSeconds())
                .with("weightedSeconds", part.weightedSeconds())
                .with("priority", part.priority())
                .with("share", part.priority() / explained.realPriority())
                .with("later", part.later());
    }

    private JsonRow sum() {
        Priority row = explained.row();
        return row("sum")
                .with("customer", row.getCustomer())
                .with("at", explained.at())
                .with("asOf", row.getAsOf())
                .with("realPriority", explained.realPriority())
                .with("sum", explained.parts().sum() + explained.late())
                .with("effectivePriority", explained.realPriority() * factor.value())
                .with("factor", factor.value())
                .with("later", parts.later())
                .with("halfLifeSeconds", explained.halfLife().seconds())
                .with("weightInUse", explained.weightInUse())
                .with("accumulatedUsage", explained.parts().standing().accumulatedUsage())
                .with("weightedAccumulatedUsage", explained.parts().standing().weightedAccumulatedUsage())
                .with("usageElsewhere", explained.usageElsewhere());
    }

    private static JsonRow json(Factor factor, JsonRow row) {
        return row.with("value", factor.value())
                .with("source", factor.source())
                .with("rule", factor.rule())
                .with("since", factor.since())
                .with("until", factor.until())
                .with("then", factor.then() == null ? null : json(factor.then(), new JsonRow()));
    }

    private static JsonRow edit(Entry edit) {
        return row("edit")
                .with("at", Instant.ofEpochMilli(edit.at()))
                .with("by", edit.by())
                .with("edit", EditText.of(edit));
    }

    private void outlook(@Nullable Double reaches) {
        Outlook outlook = Outlook.of(explained);
        for (Duration time : AHEAD) {
            row("outlook")
                    .with("in", time)
                    .with("at", explained.at().plus(time))
                    .with("ifUseStays", outlook.ifStays(time))
                    .with("ifUseStops", outlook.ifStops(time))
                    .print(out);
        }
        reaching("halves", outlook.priority() / 2, outlook);
        if (reaches != null) {
            reaching("reaches", reaches, outlook);
        }
    }

    private void reaching(String part, double value, Outlook outlook) {
        row(part)
                .with("value", value)
                .with("ifUseStays", outlook.reachesIfStays(value))
                .with("ifUseStops", outlook.reachesIfStops(value))
                .print(out);
    }
}
