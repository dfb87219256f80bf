package io.fairstream.rules.usage;

import io.fairstream.rules.journal.UsageEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Allocated time and usage of the jobs of one number, usually one job; or usage of one user's sessions outside of jobs.
 *
 * <p>Sessions know the number of their job only. What they used is therefore kept by spans of time, and a span belongs to the
 * job submitted last before its end; so it does not matter whether the job or its sessions are heard of first. Mutable; one owner.
 */
public final class JobAccount {
    private static final int MOST_SPANS = 8;
    private static final Comparator<JobSums> BY_SUBMISSION =
            Comparator.comparing(JobSums::submitted, Comparator.nullsFirst(Comparator.naturalOrder()));

    private final List<JobSums> books;
    private final List<Used> spans;
    private SessionUser user;

    /**
     * Whose sessions they were: of several, who was seen first.
     *
     * @param from since when, milliseconds since 1970
     */
    public record SessionUser(String name, @Nullable Long id, long from) {
        /** Nobody's. */
        public static final SessionUser NOBODY = new SessionUser("", null, Long.MAX_VALUE);

        private SessionUser orEarlier(UsageEntry.Usage usage) {
            boolean isEarlier =
                    usage.from() < from || (usage.from() == from && usage.user().compareTo(name) < 0);
            return isEarlier ? new SessionUser(usage.user(), usage.userId(), usage.from()) : this;
        }
    }

    /** An account of which nothing is known. */
    public JobAccount() {
        this(List.of(), List.of(), SessionUser.NOBODY);
    }

    private JobAccount(List<JobSums> books, List<Used> spans, SessionUser user) {
        this.books = new ArrayList<>(books);
        this.spans = new ArrayList<>(spans);
        this.user = user;
    }

    /**
     * All there is to an account, to keep it.
     *
     * @param spans in the order of time, not overlapping
     * @param books by submission, the unknown one first
     */
    public record Snapshot(SessionUser user, List<Used> spans, List<JobSums> books) {}

    /** An account as it was kept. */
    public static JobAccount of(Snapshot kept) {
        return new JobAccount(kept.books, kept.spans, kept.user);
    }

    public Snapshot snapshot() {
        return new Snapshot(user, spans(), books());
    }

    public List<JobSums> books() {
        return Collections.unmodifiableList(books);
    }

    public List<Used> spans() {
        return Collections.unmodifiableList(spans);
    }

    public SessionUser user() {
        return user;
    }

    /**
     * Takes in a charge.
     *
     * @param submitted which job of the number, milliseconds since 1970; null for the one of which that was never said, and for what
     *     sessions used
     */
    public void add(@Nullable Long submitted, UsageEntry entry) {
        if (entry instanceof UsageEntry.Usage usage) {
            user = user.orEarlier(usage);
            use(Used.of(usage));
        } else {
            int position = position(submitted);
            JobSums book = books.get(position).plus(entry);
            if (book.isWithdrawn()) {
                books.remove(position);
            } else {
                books.set(position, book);
            }
        }
    }

    private int position(@Nullable Long submitted) {
        JobSums added = JobSums.of(submitted);
        int position = Collections.binarySearch(books, added, BY_SUBMISSION);
        if (position < 0) {
            books.add(-position - 1, added);
        }
        return position < 0 ? -position - 1 : position;
    }

    private void use(Used usage) {
        Used span = usage;
        int position = 0;
        while (position < spans.size() && spans.get(position).until() < span.from()) {
            position++;
        }
        while (position < spans.size() && spans.get(position).from() <= span.until()) {
            span = span.plus(spans.remove(position));
        }
        spans.add(position, span);
        if (spans.size() > MOST_SPANS) {
            joinNearest();
        }
    }

    private void joinNearest() {
        int nearest = 1;
        for (int i = 2; i < spans.size(); i++) {
            if (gapBefore(i) < gapBefore(nearest)) {
                nearest = i;
            }
        }
        spans.set(nearest - 1, spans.get(nearest - 1).plus(spans.remove(nearest)));
    }

    private long gapBefore(int i) {
        return spans.get(i).from() - spans.get(i - 1).until();
    }

    /** True if there are jobs and all of them are complete. */
    public boolean isFinal() {
        return !books.isEmpty() && books.stream().allMatch(JobSums::isFinal);
    }

    /** The rows that hold: one for each job, or one for sessions of which no job is known; none if there is nothing. */
    public List<JobRow> rows() {
        List<JobRow> rows = new ArrayList<>(1);
        if (books.isEmpty()) {
            Used all = spans.stream().reduce(Used::plus).orElse(null);
            if (all != null && !all.isNothing()) {
                rows.add(new JobRow(true, JobSums.of(null), all, user));
            }
            return rows;
        }
        for (int i = 0; i < books.size(); i++) {
            rows.add(new JobRow(i == 0, books.get(i), usedBy(i), user));
        }
        return rows;
    }

    private @Nullable Used usedBy(int job) {
        return spans.stream()
                .filter(span -> owner(span) == job)
                .reduce(Used::plus)
                .orElse(null);
    }

    private int owner(Used span) {
        int owner = books.size() - 1;
        while (owner > 0 && !books.get(owner).isSubmittedBefore(span.until())) {
            owner--;
        }
        return owner;
    }
}
