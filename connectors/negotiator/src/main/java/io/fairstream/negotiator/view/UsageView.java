package io.fairstream.negotiator.view;

import io.fairstream.rules.association.AssociationState.Compared;
import io.fairstream.rules.share.FairShares;
import io.fairstream.schemas.AccountingAt.AssociationUsageAt;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import java.time.Instant;
import java.util.Map;

/**
 * All users' usage in banks, and their shares, at hand: follows the topic {@code association-usage}, whose keys are paths, and ranks
 * them at any instant by any policy, whatever the topology's own interval and policy are.
 */
public final class UsageView extends TableView<AssociationUsage> {
    static final FollowedTable<AssociationUsage> TABLE =
            new FollowedTable<>(Topics.ASSOCIATION_USAGE, AssociationUsageAt::evaluate, AssociationUsage::getAsOf);

    private UsageView(Map<String, ?> consumer, Map<String, ?> registry, String prefix) {
        super(TABLE, consumer, registry, prefix);
    }

    /**
     * Opens a view, which begins to load.
     *
     * @param consumer properties of a Kafka consumer; how it reads (isolation, offsets, group) is the view's business
     * @param registry properties of the schema registry, see {@link SchemaRegistries#from}
     * @param prefix of the topics' names; each accounting has its own
     * @throws IllegalStateException if there is no such topic
     */
    public static UsageView open(Map<String, ?> consumer, Map<String, ?> registry, String prefix) {
        UsageView view = new UsageView(consumer, registry, prefix);
        view.start();
        return view;
    }

    /** The places of all users; all rows are of one {@link #snapshot}. See {@link UsageRanking#of}. */
    public UsageRanking rank(FairShares shares, Compared compared, Instant instant) {
        return UsageRanking.of(snapshot(), shares, compared, instant);
    }
}
