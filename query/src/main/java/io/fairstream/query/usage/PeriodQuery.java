package io.fairstream.query.usage;

import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Query of the journal.
 *
 * @param period ends at the present or earlier
 * @param zone of days, and of times for people
 * @param clusters only these; empty for all
 */
public record PeriodQuery(Period period, ZoneId zone, Set<String> clusters, TimeColumns time) {
    public PeriodQuery {
        clusters = Set.copyOf(clusters);
    }

    boolean isWanted(@Nullable String cluster) {
        return clusters.isEmpty() || clusters.contains(cluster);
    }

    /** Creates a document with a headline for people: the name and the period. */
    Document titled(String name) {
        return new Document()
                .say(name + " " + Format.local(period.begin(), zone) + " - " + Format.local(period.end(), zone))
                .say("");
    }

    /** As {@link #titled}, with a warning if charges of the period, or from before it, are deleted. */
    Document titled(String name, @Nullable Instant reachesTo) {
        Document document = titled(name);
        if (reachesTo == null) {
            return document;
        }
        String missing =
                reachesTo.isAfter(period.begin()) ? "use before then is missing here, as are" : "missing here are";
        return document.warn("warning: entries of charges from before about " + reachesTo + " are deleted: " + missing
                + " runs that began before then and continued");
    }
}
