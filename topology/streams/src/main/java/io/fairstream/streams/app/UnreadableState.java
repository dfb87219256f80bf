package io.fairstream.streams.app;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.TaskId;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Tells from a failure of Kafka Streams whether a local copy of state cannot be read, and whose. */
final class UnreadableState {
    private static final int DEEPEST = 20;
    private static final String NO_SPACE = "no space left on device";

    /** Messages of failures of the machine, not of the copy: another copy would fail alike. */
    private static final List<String> OF_THE_MACHINE = List.of("too many open files", "/lock: ", "lock hold by");

    private static final Pattern TASK = Pattern.compile("(?<![\\w.-])\\d+_\\d+(?![\\w.-])");

    private static final Pattern TASK_IN_PATH = Pattern.compile("(?<=/)\\d+_\\d+(?=/)");

    private UnreadableState() {}

    /** Returns true if a disk is full. Then nothing is wrong with the state. */
    static boolean isFullDisk(Throwable failure) {
        return chain(failure)
                .anyMatch(cause -> message(cause).contains(NO_SPACE)
                        || (cause instanceof RocksDBException store
                                && store.getStatus() != null
                                && store.getStatus().getSubCode() == Status.SubCode.NoSpace));
    }

    /** Returns true if a copy could not be read or opened. */
    static boolean isIn(Throwable failure) {
        Optional<ProcessorStateException> state = first(failure, ProcessorStateException.class);
        if (state.isEmpty() || chain(failure).anyMatch(UnreadableState::isOfTheMachine)) {
            return false;
        }
        return first(failure, RocksDBException.class).isPresent()
                || chain(failure).anyMatch(UnreadableState::isOfCheckpoint);
    }

    /** The file of offsets beside a store is read as text. */
    private static boolean isOfCheckpoint(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof ProcessorStateException
                && message(failure).contains("checkpoint")
                && (cause instanceof IOException || cause instanceof IllegalArgumentException);
    }

    private static boolean isOfTheMachine(Throwable cause) {
        return cause instanceof RocksDBException && OF_THE_MACHINE.stream().anyMatch(message(cause)::contains);
    }

    /**
     * The tasks that the failure names, by their id, in the words of Kafka Streams or in the path of a file; they need not have a copy
     * any more. Empty if it names none.
     */
    static Set<String> tasks(Throwable failure) {
        return chain(failure)
                .flatMap(cause -> Stream.concat(id(cause), inWords(cause)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<String> id(Throwable cause) {
        return cause instanceof StreamsException failed
                ? failed.taskId().map(TaskId::toString).stream()
                : Stream.empty();
    }

    private static Stream<String> inWords(Throwable cause) {
        Pattern named = cause instanceof StreamsException ? TASK : TASK_IN_PATH;
        return named.matcher(String.valueOf(cause.getMessage())).results().map(MatchResult::group);
    }

    /** Returns the message of the innermost cause, in one line. */
    static String rootMessage(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String said = root.getMessage() == null ? root.toString() : root.getMessage();
        return said.replaceAll("\\s*\\R\\s*", "; ");
    }

    private static <T extends Throwable> Optional<T> first(Throwable failure, Class<T> kind) {
        return chain(failure).filter(kind::isInstance).map(kind::cast).findFirst();
    }

    /** Returns a failure and its causes, the outermost first; a circle of causes ends somewhere. */
    static Stream<Throwable> chain(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .limit(DEEPEST);
    }

    private static String message(Throwable cause) {
        return String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
    }
}
