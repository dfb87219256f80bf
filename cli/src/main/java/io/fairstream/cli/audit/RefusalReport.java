package io.fairstream.cli.audit;

import io.fairstream.cli.refusals.Refusal;
import io.fairstream.cli.refusals.RefusedTopic;
import io.fairstream.cli.terminal.JsonRow;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/**
 * What an audit ends with: books may balance although nothing of what somebody sent counts, since a refusal is accounted, too. So
 * this says what was refused, why and whose it was, and the last line is never just that all is well.
 *
 * @param checks how many were made
 * @param records how many were read from all inputs
 * @param topics of which something was refused
 */
record RefusalReport(int checks, long records, List<Of> topics) {

    /**
     * A topic of which something was refused.
     *
     * @param records how many were read from it; 0 when it is no input of the topology
     * @param counted how many refusals were counted, of which rows of older ones may be deleted
     */
    record Of(RefusedTopic topic, long records, long counted) {
        long refused() {
            return Math.max(counted, topic.refused());
        }

        private long deleted() {
            return refused() - topic.refused();
        }
    }

    long refused() {
        return topics.stream().mapToLong(Of::refused).sum();
    }

    long unreadable() {
        return topics.stream().mapToLong(of -> of.topic().unreadable()).sum();
    }

    boolean isEmpty() {
        return refused() + unreadable() == 0;
    }

    /** @param balances whether the books do; if not, that is what the audit ends with */
    void print(boolean balances, PrintWriter out) {
        topics.forEach(of -> print(of, out));
        if (balances) {
            out.println();
            out.println(verdict());
        }
    }

    private static void print(Of of, PrintWriter out) {
        RefusedTopic topic = of.topic();
        String all = of.records() == 0 ? "" : String.format(Locale.ROOT, " of %,d", of.records());
        out.printf(
                Locale.ROOT,
                "%nREFUSED %,d%s records of %s%s%n",
                of.refused() + topic.unreadable(),
                all,
                topic.name(),
                topic.sources().isEmpty() ? "" : ", from " + topic.sourcesText());
        for (RefusedTopic.Count count : topic.reasons()) {
            Refusal first = count.first();
            out.printf(Locale.ROOT, "%,12d %s, the first: %s%n", count.count(), count.reason(), first.text());
        }
        if (of.deleted() > 0) {
            out.printf(Locale.ROOT, "%,12d whose rows are deleted%n", of.deleted());
        }
    }

    /** What the last line says of books that balance. */
    String verdict() {
        String balance = String.format(Locale.ROOT, "The books balance, all %,d checks hold", checks);
        return isEmpty()
                ? balance + String.format(Locale.ROOT, "; none of %,d records was refused.", records)
                : balance
                        + String.format(
                                Locale.ROOT,
                                ", BUT %,d of %,d records count for nothing: %,d refused, %,d unreadable (table rejections"
                                        + " shows each).",
                                refused() + unreadable(),
                                records,
                                refused(),
                                unreadable());
    }

    void printJson(boolean balances, PrintWriter out) {
        for (Of of : topics) {
            for (RefusedTopic.Count count : of.topic().reasons()) {
                new JsonRow()
                        .with("topic", of.topic().name())
                        .with("reason", count.reason())
                        .with("refused", count.count())
                        .with("records", of.records())
                        .with("partition", count.first().partition())
                        .with("offset", count.first().offset())
                        .with("key", count.first().key())
                        .with("detail", count.first().detail())
                        .print(out);
            }
            for (RefusedTopic.Source source : of.topic().sources()) {
                new JsonRow()
                        .with("topic", of.topic().name())
                        .with("source", source.name())
                        .with("refused", source.count())
                        .print(out);
            }
        }
        new JsonRow()
                .with("balanced", balances)
                .with("checks", checks)
                .with("records", records)
                .with("refused", refused())
                .with("unreadable", unreadable())
                .print(out);
    }
}
