package io.fairstream.query.audit;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.tables.RefusedTopic;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Summary of rejected records, with reasons and sources.
 *
 * @param records number read from all inputs
 * @param topics those with rejected records
 */
public record RefusalSummary(long records, List<Of> topics) {

    public RefusalSummary {
        topics = List.copyOf(topics);
    }

    /**
     * Rejected records of a topic.
     *
     * @param records number read from it; 0 if it is not an input of the topology
     * @param counted number of rejections that were counted; rows of older ones may be deleted
     */
    public record Of(RefusedTopic topic, long records, long counted) {
        /** Returns the number of records of the topic that were understood and rejected. */
        public long refused() {
            return Math.max(counted, topic.refused());
        }

        private String sentence() {
            return String.format(
                    Locale.ROOT,
                    "REFUSED %,d%s records of %s%s",
                    refused() + topic.unreadable(),
                    records == 0 ? "" : String.format(Locale.ROOT, " of %,d", records),
                    topic.name(),
                    topic.sources().isEmpty() ? "" : ", from " + topic.sourcesText());
        }

        private Document document() {
            Document document = new Document().say("").say(sentence());
            if (!topic.reasons().isEmpty()) {
                document.with(reasons().report(topic.reasons()));
            }
            long deleted = refused() - topic.refused();
            if (deleted > 0) {
                document.say(String.format(Locale.ROOT, "The rows of %,d are deleted.", deleted));
            }
            return document.with(sources().report(topic.sources()).forPrograms());
        }

        private Columns<RefusedTopic.Count> reasons() {
            return new Columns<RefusedTopic.Count>()
                    .text("topic", count -> topic.name())
                    .unshown()
                    .text("reason", RefusedTopic.Count::reason)
                    .add("refused", Format.WHOLE, RefusedTopic.Count::count)
                    .number("records", count -> records)
                    .unshown()
                    .text("partition", count -> known(count.first().partition()))
                    .text("offset", count -> known(count.first().offset()))
                    .text("key", count -> count.first().key())
                    .text("detail", count -> count.first().detail());
        }

        private static @Nullable Long known(long number) {
            return number < 0 ? null : (Long) number;
        }

        private Columns<RefusedTopic.Source> sources() {
            return new Columns<RefusedTopic.Source>()
                    .text("topic", source -> topic.name())
                    .text("source", RefusedTopic.Source::name)
                    .number("refused", RefusedTopic.Source::count);
        }
    }

    /** Returns the number of records that were understood and rejected. */
    public long refused() {
        return topics.stream().mapToLong(Of::refused).sum();
    }

    /** Returns the number of unreadable records. */
    public long unreadable() {
        return topics.stream().mapToLong(of -> of.topic().unreadable()).sum();
    }

    public boolean isEmpty() {
        return refused() + unreadable() == 0;
    }

    /** Returns the reasons of each topic, with the first record of each. Programs also get the number of records from each source. */
    Document document() {
        Document document = new Document();
        topics.forEach(of -> document.with(of.document()));
        return document;
    }
}
