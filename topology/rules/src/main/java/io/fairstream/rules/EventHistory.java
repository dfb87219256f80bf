package io.fairstream.rules;

import io.fairstream.rules.Pages.Paged;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events in the order of their times, and the state before the first of them. Recent events stay in memory; older ones go to {@linkplain
 * Pages pages}.
 */
public abstract class EventHistory<B, E extends EventHistory.Event> extends Paged<EventHistory.Page<B, E>> {
    protected final List<E> events;

    private @Nullable B base;

    protected EventHistory(@Nullable B base, List<E> events, Pages pages) {
        super(pages);
        this.base = base;
        this.events = new ArrayList<>(events);
    }

    public interface Event {
        /** Time of the event, milliseconds since 1970. */
        long at();
    }

    /**
     * An older part of a history.
     *
     * @param base the state before the first event, or null
     * @param events in order, at least one
     */
    public record Page<B, E extends Event>(@Nullable B base, List<E> events) implements Paged.Page {
        @Override
        public long newest() {
            return events.get(events.size() - 1).at();
        }
    }

    /**
     * Sizes of a history.
     *
     * @param max maximum number of events in memory
     * @param kept number of events that stay in memory when there are more
     * @param page maximum number of events of a page
     */
    public record Sizes(int max, int kept, int page) {}

    protected abstract Sizes sizes();

    /** Compares the places of two events in the order, by time; those of equal places are in the order of arrival. */
    protected int compare(E one, E other) {
        return Long.compare(one.at(), other.at());
    }

    /** Returns the state after the first events in memory. */
    protected abstract @Nullable B after(int count);

    /** The state before the first event in memory, or null. */
    public final @Nullable B base() {
        return base;
    }

    public final List<E> events() {
        return Collections.unmodifiableList(events);
    }

    /** Returns the position after all events that are not later. */
    protected final int position(E event) {
        int position = events.size();
        while (position > 0 && compare(events.get(position - 1), event) > 0) {
            position--;
        }
        return position;
    }

    protected final boolean isKnown(E event, int position) {
        for (int i = position; i > 0 && compare(events.get(i - 1), event) == 0; i--) {
            if (events.get(i - 1).equals(event)) {
                return true;
            }
        }
        return false;
    }

    /** Loads the newest page; its events precede those in memory. */
    @Override
    public final void loadPage(Page<B, E> page) {
        events.addAll(0, page.events());
        base = page.base();
    }

    @Override
    public final @Nullable Page<B, E> evictPage() {
        Sizes sizes = sizes();
        if (events.size() <= sizes.max) {
            return null;
        }
        List<E> old = events.subList(0, Math.min(events.size() - sizes.kept, sizes.page));
        Page<B, E> page = new Page<>(base, List.copyOf(old));
        base = after(old.size());
        old.clear();
        return page;
    }
}
