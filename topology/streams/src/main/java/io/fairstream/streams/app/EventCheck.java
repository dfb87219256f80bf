package io.fairstream.streams.app;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Refused;
import io.fairstream.schemas.Topic;
import io.fairstream.streams.config.Settings;
import io.fairstream.streams.stage.Feed;
import io.fairstream.streams.stage.InputTopics;
import io.fairstream.streams.stage.TopologyConfig;
import io.fairstream.streams.wire.Generated;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;

/** Check for refusals by the topology that follow from an event's own content, before anything is sent. */
public final class EventCheck {
    private final Map<Topic<?>, Feed<?>> feeds;

    /** A check by the rules of a topology with these settings. */
    public EventCheck(Settings settings) {
        TopologyConfig accounting = TopologyConfigs.inMemory(settings);
        InputTopics all = new InputTopics(accounting);
        List<Feed<?>> each = List.of(
                all.matches(),
                all.jobEvents(),
                all.sessionDeltas(),
                all.hostReports(),
                all.accountEdits(),
                all.shares(),
                all.allocations(),
                all.projects((project, sent, newest) -> project.refusal()),
                all.preferences());
        feeds = each.stream().collect(Collectors.toMap(Feed::topic, Function.identity()));
    }

    /**
     * Why the event is refused whenever it is sent: the value and what was expected. What depends on other events, or on when it
     * is read, is not known here.
     *
     * @param topic one that others write
     */
    public Optional<String> refusal(Topic<?> topic, SpecificRecord event) {
        Feed<?> feed = feeds.get(topic);
        if (feed == null) {
            throw new IllegalArgumentException(topic.name() + ": written by the topology");
        }
        return refusal(feed, event);
    }

    private static <E> Optional<String> refusal(Feed<E> feed, SpecificRecord record) {
        E event;
        try {
            event = Generated.value(feed.format(), record);
        } catch (SerializationException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
        if (event == null) {
            return Optional.empty();
        }
        long sent = feed.at() == null ? 0 : feed.at().applyAsLong(event);
        return Optional.ofNullable(feed.check().refusal(event, sent, EventTimes.NONE))
                .map(Refused::detail);
    }
}
