package io.fairstream.rules.match;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.EventHistory;
import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Names;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.rules.match.OpenMatch.EndedBy;
import io.fairstream.rules.match.OpenMatch.Transition;
import org.jspecify.annotations.Nullable;

/**
 * Event of one resource.
 *
 * @param resource name of the slot, unique over all pools
 * @param pool pool of the slot, or empty
 * @param at time of the event, milliseconds since 1970 UTC
 */
public record MatchEvent(String resource, String pool, long at, MatchChange change) implements EventHistory.Event {
    /** Returns this event with the given String object as the equal name of the resource, so that many events share one object. */
    public MatchEvent sharing(String name) {
        return new MatchEvent(name, pool, at, change);
    }

    /** Returns this event for a configuration that charges suspended claims like others. */
    public MatchEvent chargingSuspended() {
        MatchChange charged = change.chargingSuspended();
        return charged == change ? this : new MatchEvent(resource, pool, at, charged);
    }

    Transition after(@Nullable OpenMatch held) {
        return change.after(held, this);
    }

    public @Nullable Rejection refusal(EventTimes times, long sent, long newest) {
        return Rejection.first(
                Names.refusal("resource", resource),
                Names.refusalUnlessEmpty("pool", pool),
                change.refusal(),
                times.refusal(at, sent, newest));
    }

    /** Change of a resource; each kind derives the transition from the current match. */
    public sealed interface MatchChange {
        @Nullable
        Rejection refusal();

        /** Returns the transition of the resource; {@code held} is the current match, or null if the resource is free. */
        Transition after(@Nullable OpenMatch held, MatchEvent event);

        /** Returns this change for a configuration that charges suspended claims like others. */
        default MatchChange chargingSuspended() {
            return this;
        }

        /** The match id in the change, or empty. */
        default String matchId() {
            return "";
        }

        /**
         * The resource was matched to a customer.
         *
         * @param slotWeight 0 to {@link Bounds#SLOT_WEIGHT}
         * @param matchId match id of the scheduler, or empty
         */
        record Matched(String customer, double slotWeight, String matchId) implements MatchChange {
            @Override
            public @Nullable Rejection refusal() {
                return Rejection.first(
                        Names.refusal("customer", customer),
                        Names.refusalUnlessEmpty("matchId", matchId),
                        refusalOfWeight(slotWeight));
            }

            @Override
            public Transition after(@Nullable OpenMatch held, MatchEvent event) {
                if (held == null) {
                    return Transition.opens(opened(event));
                }
                if (held.isSame(customer, matchId)) {
                    return Transition.repeats(held.named(matchId));
                }
                return Transition.handsOver(held, event.at(), opened(event));
            }

            private OpenMatch opened(MatchEvent event) {
                return new OpenMatch(event.pool(), customer, slotWeight, event.at(), matchId);
            }
        }

        /** The match on the resource ended; the id is that of the match, or empty for the open match. */
        record Unmatched(String matchId) implements MatchChange {
            @Override
            public @Nullable Rejection refusal() {
                return Names.refusalUnlessEmpty("matchId", matchId);
            }

            @Override
            public Transition after(@Nullable OpenMatch held, MatchEvent event) {
                if (held == null || !held.mayBe(matchId)) {
                    return Transition.keeps(held);
                }
                return Transition.ends(held, event.at(), EndedBy.UNMATCHED);
            }
        }

        /**
         * Result of a scan of the startd ads.
         *
         * @param customer customer who holds the claim, or null
         * @param slotWeight 0 to {@link Bounds#SLOT_WEIGHT}
         * @param suspended whether the claim is suspended, which ends the match; see {@link #chargingSuspended}
         */
        record Observed(State state, @Nullable String customer, double slotWeight, boolean suspended)
                implements MatchChange {
            /** The relevant states of a startd. */
            public enum State {
                UNCLAIMED,
                MATCHED,
                CLAIMED,
                PREEMPTING,
                VANISHED,
                OTHER;

                boolean isClaim() {
                    return this == CLAIMED || this == PREEMPTING;
                }
            }

            @Override
            public @Nullable Rejection refusal() {
                if (customer == null && state.isClaim()) {
                    return Rejection.of(Reason.NO_CUSTOMER, "customer", "absent", "who holds the " + state + " slot");
                }
                Rejection refused = customer == null ? null : Names.refusal("customer", customer);
                return refused == null ? refusalOfWeight(slotWeight) : refused;
            }

            @Override
            public Transition after(@Nullable OpenMatch held, MatchEvent event) {
                if (state.isClaim() && customer != null && !suspended) {
                    Transition step = new Matched(customer, slotWeight, "").after(held, event);
                    return step.effect() == Effect.DUPLICATE ? Transition.keeps(held) : step;
                }
                EndedBy end = endOfMatch();
                return held == null || end == null ? Transition.keeps(held) : Transition.ends(held, event.at(), end);
            }

            @Override
            public MatchChange chargingSuspended() {
                return suspended ? new Observed(state, customer, slotWeight, false) : this;
            }

            private @Nullable EndedBy endOfMatch() {
                if (state == State.UNCLAIMED) {
                    return EndedBy.UNCLAIMED;
                }
                if (state == State.VANISHED) {
                    return EndedBy.VANISHED;
                }
                return state.isClaim() && suspended ? EndedBy.SUSPENDED : null;
            }
        }

        private static @Nullable Rejection refusalOfWeight(double weight) {
            Reason reason = Double.isFinite(weight) ? Reason.NUMBER_IMPOSSIBLE : Reason.WEIGHT_NOT_FINITE;
            return Bounds.refusal(
                    Double.isFinite(weight) && weight < 0 ? Reason.WEIGHT_NEGATIVE : reason,
                    "slotWeight",
                    weight,
                    0,
                    Bounds.SLOT_WEIGHT);
        }
    }
}
