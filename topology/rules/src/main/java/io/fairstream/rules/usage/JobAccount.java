package io.fairstream.rules.usage;

import io.fairstream.rules.AllocatedResources.Tres;
import io.fairstream.rules.Amounts;
import io.fairstream.rules.Names.PseudoUsers;
import io.fairstream.rules.Sums;
import io.fairstream.rules.journal.Entry.UsageEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Allocated time and usage of the jobs with one number, usually one job; or usage of one user's sessions outside of jobs.
 *
 * <p>Sessions report only the number of their job. Their usage is therefore stored by time span, and a span belongs to the job submitted
 * last before its end. The order in which events of jobs and sessions arrive does not matter. Mutable; one owner.
 */
public final class JobAccount {
    private static final int MAX_SPANS = 8;
    private static final Comparator<JobSums> BY_SUBMISSION =
            Comparator.comparing(JobSums::submitted, Comparator.nullsFirst(Comparator.naturalOrder()));

    private final List<JobSums> books;
    private final List<Used> spans;
    private SessionUser user;

    /** User of the sessions: of several, the one seen first; and the time of the first session, milliseconds since 1970. */
    public record SessionUser(String name, @Nullable Long id, long from) {
        public static final SessionUser NOBODY = new SessionUser("", null, Long.MAX_VALUE);

        private SessionUser orEarlier(UsageEntry.Usage usage) {
            boolean isEarlier =
                    usage.from() < from || (usage.from() == from && usage.user().compareTo(name) < 0);
            return isEarlier ? new SessionUser(usage.user(), usage.userId(), usage.from()) : this;
        }
    }

    public JobAccount() {
        this(SessionUser.NOBODY, List.of(), List.of());
    }

    /**
     * @param spans spans in the order of time, not overlapping
     * @param books jobs by submission, the unknown one first
     */
    public JobAccount(SessionUser user, List<Used> spans, List<JobSums> books) {
        this.user = user;
        this.spans = new ArrayList<>(spans);
        this.books = new ArrayList<>(books);
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
     * Adds an entry.
     *
     * @param submitted submission of the job, milliseconds since 1970; null for the job without a reported submission, and for usage of
     *     sessions
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
        if (spans.size() > MAX_SPANS) {
            joinNearest();
        }
    }

    private void joinNearest() {
        Stream<Integer> later = IntStream.range(1, spans.size()).boxed();
        int nearest = later.min(Comparator.comparingLong(this::gapBefore)).orElseThrow();
        spans.set(nearest - 1, spans.get(nearest - 1).plus(spans.remove(nearest)));
    }

    private long gapBefore(int i) {
        return spans.get(i).from() - spans.get(i - 1).until();
    }

    /** Returns true if there are jobs and all of them are complete. */
    public boolean isFinal() {
        return !books.isEmpty() && books.stream().allMatch(JobSums::isFinal);
    }

    /**
     * Returns the current rows: one for each job, or one for sessions without a known job; none for an empty account.
     *
     * @param jobId 0 for usage without a job
     */
    public List<JobRow> rows(String cluster, long jobId) {
        if (books.isEmpty()) {
            Used all = spans.stream().reduce(Used::plus).orElse(null);
            boolean isNone = all == null || all.isEmpty();
            return isNone ? List.of() : List.of(JobRow.of(cluster, jobId, true, JobSums.of(null), all, user));
        }
        List<JobRow> rows = new ArrayList<>(books.size());
        for (int i = 0; i < books.size(); i++) {
            rows.add(JobRow.of(cluster, jobId, i == 0, books.get(i), usedBy(i), user));
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

    /**
     * Row of one job, with finished values.
     *
     * @param isFirst whether the job is the first with its number
     * @param user name from the job's ledger, else from the sessions; empty if not reported
     * @param firstSeen time of the first event or begin of the first interval, milliseconds since 1970; null if unknown
     * @param lastSeen time of the last event or end of the last interval, milliseconds since 1970; null if unknown
     */
    public record JobRow(
            String cluster,
            long jobId,
            boolean isFirst,
            @Nullable Long submitted,
            String user,
            @Nullable Long userId,
            UsageTotals totals,
            UsageEntry.@Nullable Statement statement,
            @Nullable Long firstSeen,
            @Nullable Long lastSeen) {
        /**
         * The row of a job, or of what an account's sessions did outside of jobs.
         *
         * @param used usage of the job's sessions, or null for none
         */
        public static JobRow of(
                String cluster, long jobId, boolean isFirst, JobSums book, @Nullable Used used, SessionUser sessions) {
            UsageEntry.Statement statement = book.statement();
            String user = statement == null || statement.user().isEmpty() ? sessions.name() : statement.user();
            boolean isSeen = jobId != 0 || PseudoUsers.isSeen(user);
            Long firstOfJob = statement == null ? null : (Long) statement.firstSeen();
            Long lastOfJob = statement == null ? null : (Long) statement.at();
            Long firstOfSessions = used == null ? null : (Long) used.from();
            Long lastOfSessions = used == null ? null : (Long) used.until();
            long asOf = Math.max(book.allocated().asOf(), used == null ? Allocated.NEVER : used.until());
            return new JobRow(
                    cluster,
                    jobId,
                    isFirst,
                    book.submitted(),
                    user,
                    statement == null || statement.userId() == null ? sessions.id() : statement.userId(),
                    UsageTotals.of(book.allocated(), used, asOf),
                    statement,
                    isSeen ? Sums.combined(firstOfJob, firstOfSessions, Math::min) : null,
                    isSeen ? Sums.combined(lastOfJob, lastOfSessions, Math::max) : null);
        }
    }

    /**
     * One job with a number.
     *
     * @param submitted submission, milliseconds since 1970, or null if never reported
     * @param allocated allocated resources over time
     * @param statement newest statement of its ledger, or null if there is none
     */
    public record JobSums(@Nullable Long submitted, Allocated allocated, UsageEntry.@Nullable Statement statement) {
        static JobSums of(@Nullable Long submitted) {
            return new JobSums(submitted, Allocated.EMPTY, null);
        }

        JobSums plus(UsageEntry entry) {
            if (entry instanceof UsageEntry.Allocation change) {
                Allocated now =
                        allocated.changed(change.at(), change.allocated(), change.reserved(), change.otherTres());
                return new JobSums(submitted, now, statement);
            }
            if (entry instanceof UsageEntry.Statement newest) {
                return new JobSums(
                        submitted,
                        allocated.changed(newest.at(), newest.allocated(), newest.reserved(), newest.otherTres()),
                        newest.without());
            }
            return this;
        }

        /** Returns true if a late event showed that the job does not exist. */
        boolean isWithdrawn() {
            return statement != null && statement.isWithdrawn() && allocated.isEmpty();
        }

        /** True if the job's ledger reported that the job is complete. */
        boolean isFinal() {
            return statement != null && statement.isFinal();
        }

        /** Returns true if the job was submitted before an instant, so that usage at that instant may belong to it. */
        boolean isSubmittedBefore(long at) {
            return submitted == null || submitted < at;
        }
    }

    /**
     * Processors allocated and reserved, and other resources held, over time: the integral up to an instant, and the rates from then on. A
     * change at an earlier instant is an exact correction, since the integral is linear.
     *
     * @param allocatedMicros processors allocated x time up to {@code asOf}, microseconds
     * @param reservedMicros processors reserved x time up to {@code asOf}, microseconds
     * @param allocated processors allocated from {@code asOf} on
     * @param reserved processors reserved from {@code asOf} on
     * @param otherTresMillis other resources held x time up to {@code asOf}, amounts x milliseconds
     * @param otherTres other resources held from {@code asOf} on
     * @param asOf milliseconds since 1970, or {@link #NEVER}
     */
    public record Allocated(
            long allocatedMicros,
            long reservedMicros,
            long allocated,
            long reserved,
            Tres otherTresMillis,
            Tres otherTres,
            long asOf) {
        /** The instant of an object that never changed. */
        public static final long NEVER = Long.MIN_VALUE;

        public static final Allocated EMPTY = new Allocated(0, 0, 0, 0, Tres.EMPTY, Tres.EMPTY, NEVER);

        /** Maximum number of names of resources, so that an account fits into a record whatever jobs report; further names count as one. */
        private static final int MAX_NAMES = 512;

        /** Processors allocated x time up to an instant not before {@code asOf}, microseconds. */
        public long allocatedMicros(long at) {
            return asOf == NEVER
                    ? allocatedMicros
                    : Sums.add(allocatedMicros, Sums.processorMicros(allocated, at - asOf));
        }

        /** Processors reserved x time up to an instant not before {@code asOf}, microseconds. */
        public long reservedMicros(long at) {
            return asOf == NEVER ? reservedMicros : Sums.add(reservedMicros, Sums.processorMicros(reserved, at - asOf));
        }

        /** Other resources held x time up to an instant not before {@code asOf}, amounts x milliseconds. */
        public Tres otherTresMillis(long at) {
            return asOf == NEVER ? otherTresMillis : otherTresMillis.plus(otherTres.times(at - asOf));
        }

        /** Advances the integrals to an instant; an earlier instant changes nothing. */
        public Allocated at(long at) {
            if (at <= asOf) {
                return this;
            }
            return new Allocated(
                    allocatedMicros(at), reservedMicros(at), allocated, reserved, otherTresMillis(at), otherTres, at);
        }

        /** Returns the object after a change of the rates. */
        public Allocated changed(long at, int moreAllocated, int moreReserved, Tres more) {
            Allocated now = at(at);
            long millis = now.asOf - at;
            Tres named = more.within(MAX_NAMES, now.otherTresMillis);
            return new Allocated(
                    Sums.add(now.allocatedMicros, Sums.processorMicros(moreAllocated, millis)),
                    Sums.add(now.reservedMicros, Sums.processorMicros(moreReserved, millis)),
                    allocated + moreAllocated,
                    reserved + moreReserved,
                    now.otherTresMillis.plus(named.times(millis)),
                    otherTres.plus(named),
                    now.asOf);
        }

        public boolean isEmpty() {
            return allocatedMicros == 0
                    && reservedMicros == 0
                    && allocated == 0
                    && reserved == 0
                    && otherTres.isEmpty()
                    && otherTresMillis.isEmpty();
        }
    }

    /** Usage from the begin of the first interval until the end of the last one, milliseconds since 1970. */
    public record Used(long from, long until, Amounts amounts) {
        static Used of(UsageEntry.Usage usage) {
            return new Used(usage.from(), usage.at(), usage.amounts());
        }

        Used plus(Used other) {
            return new Used(Math.min(from, other.from), Math.max(until, other.until), amounts.plus(other.amounts));
        }

        /** Returns true if no usage is left, as all was taken back. */
        public boolean isEmpty() {
            return amounts.isEmpty();
        }
    }
}
