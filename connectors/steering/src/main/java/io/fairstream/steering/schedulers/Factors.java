package io.fairstream.steering.schedulers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.steering.Account;
import io.fairstream.steering.Answer;
import io.fairstream.steering.Control;
import io.fairstream.steering.Deadline;
import io.fairstream.steering.Edit;
import io.fairstream.steering.Reading;
import io.fairstream.steering.SchedulerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reader and writer of priority factors and ceilings: with HTCondor's Python bindings in a single process, or without them by
 * {@code condor_userprio}.
 */
final class Factors {
    private static final List<String> ATTRIBUTES =
            List.of("Name", "IsAccountingGroup", "Priority", "PriorityFactor", "WeightedAccumulatedUsage", "Ceiling");
    private static final String UNDEFINED = "undefined";

    static final String USERPRIO = "condor_userprio";
    static final List<String> QUERY = Stream.concat(
                    Stream.of(USERPRIO, "-negotiator", "-allusers", "-af:rt"), ATTRIBUTES.stream())
            .toList();

    /** Tolerance: HTCondor sends a double with 31 binary digits, and prints six decimal places. */
    private static final double SAME = 2e-6;
    /** Maximum number of edits rejected without a message that are repeated to get the reason. */
    private static final int MAX_REPEATED = 8;
    /** Fraction of a command's time limit for edits, so that it ends by itself. */
    private static final double SENDING = 0.7;

    private static final List<String> PYTHON = List.of("python3", "-");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Program PROGRAM = Program.of(Factors.class, "factors.py");
    /** Arguments that need no quoting in any shell of a prefix. */
    private static final Pattern SAFE = Pattern.compile("[\\w.@+:/,%=][\\w.@+:/,%=-]*");

    private final Tool tool;

    Factors(Tool tool) {
        this.tool = tool;
    }

    /**
     * Response of the program.
     *
     * @param words message for each edit that was sent, in order
     * @param submitters submitters afterwards, as lines; empty if the negotiator could not be queried
     */
    private record Response(List<String> words, String submitters) {}

    Reading read() throws SchedulerException, InterruptedException {
        Response response = byPython(List.of(), Duration.ZERO);
        return submitters(response == null ? "" : response.submitters());
    }

    /**
     * Reads a list of submitters. It is the second choice: the negotiator creates it as one ad, which takes seconds for
     * thousands of submitters.
     */
    private Reading submitters(String lines) throws SchedulerException, InterruptedException {
        return parsed(lines.isEmpty() ? tool.answer(QUERY) : lines);
    }

    List<Answer> set(List<Edit> edits, Deadline until) throws SchedulerException, InterruptedException {
        if (edits.isEmpty()) {
            return List.of();
        }
        Duration most = Duration.ofMillis((long) (tool.limit().toMillis() * SENDING));
        Duration left = until.left().compareTo(most) < 0 ? until.left() : most;
        Deadline end = Deadline.in(left);
        int ceilings = (int)
                edits.stream().takeWhile(edit -> edit.control().isOnlyHold()).count();
        // not by Python, whose bindings refuse -1
        List<String> words = oneByOne(edits.subList(0, ceilings), end);
        List<Edit> others = edits.subList(ceilings, edits.size());
        String submitters = "";
        if (words.size() == ceilings && !others.isEmpty() && (ceilings == 0 || !end.isOver())) {
            Response response = byPython(others, end.left());
            words.addAll(response == null ? oneByOne(others, end) : response.words());
            submitters = response == null ? "" : response.submitters();
        }
        return answers(edits, words, inForce(submitters.isEmpty() ? read() : submitters(submitters)));
    }

    /** Runs the Python program; returns null if the bindings are missing. */
    private @Nullable Response byPython(List<Edit> edits, Duration time)
            throws SchedulerException, InterruptedException {
        List<List<Object>> pairs = edits.stream()
                .map(edit -> List.<Object>of(edit.name(), edit.value()))
                .toList();
        Output output;
        try {
            output = tool.run(PYTHON, PROGRAM.with(Map.of("edits", pairs, "seconds", time.toMillis() / 1e3)));
        } catch (SchedulerException e) {
            if (String.valueOf(e.getMessage()).endsWith("python3: not found")) {
                return null;
            }
            throw e;
        }
        if (output.exit() == 127 || output.lastWords().contains("No module named")) {
            return null;
        }
        if (output.exit() != 0) {
            throw new SchedulerException(Tool.failure(PYTHON, output));
        }
        return response(output.out(), edits.size());
    }

    /** Parses a response. A submitter's line contains tabs, a JSON string does not. */
    private static Response response(String out, int edits) throws SchedulerException {
        List<String> words = new ArrayList<>();
        StringBuilder submitters = new StringBuilder();
        for (String line : out.lines().toList()) {
            if (line.indexOf('\t') >= 0) {
                submitters.append(line).append('\n');
            } else {
                words.add(text(line));
            }
        }
        if (words.size() > edits || (words.isEmpty() && edits > 0)) {
            throw new SchedulerException(
                    "python3: " + words.size() + " answers (expected: 1 to " + edits + ", one per edit)");
        }
        return new Response(words, submitters.toString());
    }

    private List<String> oneByOne(List<Edit> edits, Deadline until) throws SchedulerException, InterruptedException {
        List<String> words = new ArrayList<>();
        for (Edit edit : edits) {
            if (!words.isEmpty() && until.isOver()) {
                break;
            }
            words.add(one(edit));
        }
        return words;
    }

    private String one(Edit edit) throws SchedulerException, InterruptedException {
        String name = edit.control().account();
        if (!SAFE.matcher(name).matches()) {
            return name + ": a name that a command line could change";
        }
        List<String> setting = edit.control().isOnlyHold()
                ? List.of(USERPRIO, "-setceiling", name, Long.toString(Math.round(edit.value())))
                : List.of(USERPRIO, "-setfactor", name, Double.toString(edit.value()));
        Output output = tool.run(setting, "");
        return output.exit() == 0 ? "" : line(output.err().isBlank() ? output.out() : output.err());
    }

    private static Map<String, Double> inForce(Reading reading) {
        Map<String, Double> values = new HashMap<>();
        reading.controls().forEach(control -> values.put(control.name(), control.value()));
        reading.holds().forEach(control -> values.put(control.name(), control.value()));
        return values;
    }

    /** Returns the answers. An edit that is not in force and has no message is sent again by a command that may give the reason. */
    private List<Answer> answers(List<Edit> edits, List<String> words, Map<String, Double> inForce)
            throws SchedulerException, InterruptedException {
        List<Answer> answers = new ArrayList<>();
        int repeated = 0;
        for (int i = 0; i < words.size(); i++) {
            Edit edit = edits.get(i);
            boolean isSet = isSame(inForce.get(edit.name()), edit.value());
            String text = words.get(i);
            if (!isSet && text.isEmpty() && repeated++ < MAX_REPEATED) {
                text = one(edit);
                isSet = text.isEmpty() && isSame(inForce(read()).get(edit.name()), edit.value());
            }
            answers.add(new Answer(
                    edit, isSet, isSet || !text.isEmpty() ? text : "not set, and the tool reported no error"));
        }
        return Collections.unmodifiableList(answers);
    }

    private static boolean isSame(@Nullable Double set, double wanted) {
        return set != null && Math.abs(set - wanted) <= SAME * Math.abs(wanted);
    }

    private static String text(String line) throws SchedulerException {
        try {
            return line(JSON.readValue(line, String.class));
        } catch (JsonProcessingException e) {
            throw new SchedulerException("python3: " + line + " (expected: a string of JSON)", e);
        }
    }

    private static String line(String text) {
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining(" "));
    }

    /**
     * Parses the output of {@code condor_userprio -af:rt}: a submitter a line, tab-separated ClassAd literals. The ad's
     * {@code Priority} is the effective one, real priority × factor. Accounting groups are left out, and so are the
     * ceilings of a version that has none.
     *
     * @throws SchedulerException if the format is different
     */
    private static Reading parsed(String text) throws SchedulerException {
        List<Account> accounts = new ArrayList<>();
        List<Control> controls = new ArrayList<>();
        List<Control> ceilings = new ArrayList<>();
        for (String line : text.lines().toList()) {
            if (line.isBlank()) {
                continue;
            }
            String[] values = line.split("\t", -1);
            if (values.length != ATTRIBUTES.size()) {
                throw unreadable(line, null);
            }
            if (values[1].equals("true")) {
                continue;
            }
            try {
                String name = unquoted(values[0]);
                double factor = Double.parseDouble(values[3]);
                double real = Double.parseDouble(values[2]) / factor;
                accounts.add(new Account(name, name, null, real, number(values[4])));
                controls.add(new Control(name, name, factor).withEnds(List.of(Control.USER)));
                Double ceiling = number(values[5]);
                if (ceiling != null) {
                    ceilings.add(Control.ofLimit(name, name, ceiling, List.of(Control.USER)));
                }
            } catch (IllegalArgumentException e) {
                throw unreadable(line, e);
            }
        }
        return new Reading(accounts, controls, ceilings);
    }

    private static @Nullable Double number(String value) {
        return value.equals(UNDEFINED) ? null : (Double) Double.parseDouble(value);
    }

    private static String unquoted(String value) {
        if (value.length() < 2 || !value.startsWith("\"") || !value.endsWith("\"")) {
            throw new IllegalArgumentException(value);
        }
        return value.substring(1, value.length() - 1).translateEscapes();
    }

    private static SchedulerException unreadable(String line, @Nullable Throwable cause) {
        String message = "condor_userprio: " + line + " (expected: " + String.join(", ", ATTRIBUTES) + ")";
        return cause == null ? new SchedulerException(message) : new SchedulerException(message, cause);
    }
}
