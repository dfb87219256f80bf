package io.fairstream.query.tables;

import io.fairstream.query.columns.Columns;
import io.fairstream.schemas.Shadow;
import io.fairstream.schemas.Steered;
import io.fairstream.schemas.Steering;
import io.fairstream.schemas.Topics;
import java.util.Comparator;

/** Views of the state of other schedulers, and of the commands sent to them. */
final class SteeringViews {
    static final View<Shadow> SHADOW = View.latest(
            Topics.SHADOW,
            new Columns<Shadow>()
                    .text("target", Shadow::getTarget)
                    .text("name", Shadow::getName)
                    .text("customer", Shadow::getCustomer)
                    .number("theirs", row -> row.getTheirs())
                    .number("ours", Shadow::getOurs)
                    .percent("difference", Shadow::getDifference)
                    .text("since", Shadow::getSince)
                    .text("explanation", Shadow::getExplanation),
            Comparator.comparing(Shadow::getTarget).thenComparing(Shadow::getName),
            null);

    static final View<Steering> STEERING = View.every(
            Topics.STEERING,
            new Columns<Steering>()
                    .text("at", Steering::getAt)
                    .text("target", Steering::getTarget)
                    .text("name", Steering::getName)
                    .text("kind", Steering::getKind)
                    .text("phase", Steering::getPhase)
                    .number("before", row -> row.getBefore())
                    .number("value", row -> row.getValue())
                    .text("reason", Steering::getReason)
                    .text("answer", Steering::getAnswer),
            Comparator.comparing(Steering::getAt)
                    .thenComparing(Steering::getTarget)
                    .thenComparing(Steering::getName)
                    .thenComparing(Steering::getPhase));

    static final View<Steered> STEERED = View.latest(
            Topics.STEERED,
            new Columns<Steered>()
                    .text("target", Steered::getTarget)
                    .text("name", Steered::getName)
                    .number("original", row -> row.getOriginal())
                    .number("value", row -> row.getValue())
                    .text("answered", Steered::getAnswered)
                    .text("paused", Steered::getPaused)
                    .text("by", Steered::getBy)
                    .text("reason", Steered::getReason)
                    .text("at", Steered::getAt),
            Comparator.comparing(Steered::getTarget).thenComparing(Steered::getName),
            null);

    private SteeringViews() {}
}
