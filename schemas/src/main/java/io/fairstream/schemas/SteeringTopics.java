package io.fairstream.schemas;

import java.util.Set;

/** Topics of those who compare and steer schedulers; the topology neither reads nor writes them, and works without them. */
public final class SteeringTopics {
    /** Topics of the beliefs of schedulers, of what was sent to them, and of what was set before. */
    public static final Set<Topic<?>> ALL = Set.of(Topics.SHADOW, Topics.STEERING, Topics.STEERED);

    private SteeringTopics() {}
}
