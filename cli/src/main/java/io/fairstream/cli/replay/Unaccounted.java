package io.fairstream.cli.replay;

import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.Refusals;
import io.fairstream.query.tables.RefusedTopic;
import io.fairstream.schemas.InputCounts;
import io.fairstream.schemas.Topics;
import java.io.PrintWriter;
import java.util.List;

/**
 * Amount of input that was not accounted.
 *
 * @param rejected number of records that the topology rejected
 * @param waiting number of snapshot parts whose snapshot is incomplete
 * @param unreadable number of records that cannot be read
 * @param refusals rejections with their reasons
 */
record Unaccounted(long rejected, long waiting, long unreadable, Refusals refusals) {
    static Unaccounted read(TopicReader reader) {
        List<InputCounts> inputCounts = reader.latest(Topics.INPUT_COUNTS);
        Refusals refusals = new Refusals();
        reader.read(Topics.REJECTIONS, refusals::add);
        reader.read(Topics.DEAD_LETTERS, refusals::addUnreadable);
        long rejected = inputCounts.stream().mapToLong(InputCounts::getRejected).sum();
        long waiting = inputCounts.stream().mapToLong(InputCounts::getWaiting).sum();
        return new Unaccounted(rejected, waiting, refusals.unreadable(), refusals);
    }

    long total() {
        return rejected + waiting + unreadable;
    }

    void warn(PrintWriter err) {
        if (rejected > 0) {
            err.printf(
                    "warning: %,d rejected in all (--print rejections, or table rejections, shows each)%n", rejected);
        }
        if (waiting > 0) {
            err.printf(
                    "warning: %,d session deltas wait for the rest of their snapshot and are not charged before%n",
                    waiting);
        }
        if (unreadable > 0) {
            err.printf("warning: %,d unreadable in all, in dead-letters%n", unreadable);
        }
        for (RefusedTopic topic : refusals.topics()) {
            for (RefusedTopic.Count count : topic.reasons()) {
                err.printf(
                        "  %,d of %s as %s; the first: %s%n",
                        count.count(),
                        topic.name(),
                        count.reason(),
                        count.first().text());
            }
        }
    }
}
