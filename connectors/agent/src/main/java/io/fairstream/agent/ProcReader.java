package io.fairstream.agent;

import io.fairstream.agent.node.JobGroup;
import io.fairstream.agent.node.NodeProcess;
import io.fairstream.agent.node.NodeState;
import io.fairstream.agent.node.ProcessScan;
import io.fairstream.agent.node.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reader of the state of this node. Mutable, for one thread. */
final class ProcReader {
    private static final String INITIAL_PID_NAMESPACE = "pid:[4026531836]";
    private static final Pattern UPTIME = Pattern.compile("(\\d+)\\.(\\d\\d).*", Pattern.DOTALL);
    private static final Pattern HIDDEN = Pattern.compile("(?m)^\\S+ \\S+ proc \\S*hidepid=([^,\\s0]\\w*)");

    private static final long ROOT = 0;

    private final Path proc;
    private final ProcessFiles processFiles;
    private final JobFinder jobs;
    private final Clock clock;
    private final Text text = new Text();
    private @Nullable NodeState last;

    /**
     * Creates a reader.
     *
     * @param proc mount point of proc(5)
     * @param jobsFile the jobs of sessions; null for none
     * @param warnings receives problems that do not stop the reader
     */
    ProcReader(Path proc, MemoryMeasure measure, @Nullable Path jobsFile, Clock clock, Consumer<String> warnings)
            throws IOException {
        this.proc = proc;
        this.processFiles = new ProcessFiles(proc, measure);
        this.jobs = new JobFinder(proc, jobsFile, warnings);
        this.clock = clock;
    }

    /** Reads the node: first its counters and the clock together, then its processes. */
    NodeState read() throws IOException {
        jobs.refresh();
        require("uptime");
        long uptime = uptimeTicks();
        require("stat");
        long at = clock.millis();
        NodeCounters counters = NodeCounters.of(text);
        Map<Long, JobGroup> counted = jobs.counted();
        ProcessScan scan = scan();
        Map<Integer, Session> sessions = sessions(scan.processes());
        NodeState state = new NodeState(
                at,
                uptime,
                counters.processors(),
                counters.busy(),
                counters.stealMicros(),
                scan.processes(),
                scan.missed(),
                sessions,
                jobs.countedWithNew(sessions, counted));
        last = state;
        return state;
    }

    /** Returns the id of the node's current boot. */
    String bootId() throws IOException {
        require("sys/kernel/random/boot_id");
        return text.toString().strip();
    }

    private void require(String file) throws IOException {
        if (text.read(proc + "/" + file) != Text.Reading.DONE || text.length() == 0) {
            throw new IOException(proc + "/" + file + ": cannot be read (expected: Linux's proc(5))");
        }
    }

    private long uptimeTicks() throws IOException {
        Matcher matcher = UPTIME.matcher(text.toString());
        if (!matcher.matches()) {
            throw new IOException(proc + "/uptime: \"" + text.toString().strip() + "\" (expected: seconds)");
        }
        return Long.parseLong(matcher.group(1)) * 100 + Long.parseLong(matcher.group(2));
    }

    private ProcessScan scan() throws IOException {
        String[] names = proc.toFile().list();
        if (names == null) {
            throw new IOException(proc + ": cannot be listed (expected: Linux's proc(5))");
        }
        Set<Integer> pids = new TreeSet<>();
        for (String name : names) {
            if (Character.isDigit(name.charAt(0))) {
                pids.add(Integer.valueOf(name));
            }
        }
        processFiles.begin();
        return ProcessScan.of(pids, last == null ? Map.of() : last.processes(), processFiles::read);
    }

    private Map<Integer, Session> sessions(Map<Integer, NodeProcess> processes) {
        Map<Integer, List<NodeProcess>> members = new TreeMap<>();
        for (NodeProcess process : processes.values()) {
            if (process.session() != 0) {
                members.computeIfAbsent(process.session(), id -> new ArrayList<>())
                        .add(process);
            }
        }
        jobs.begin(processes, processFiles::program);
        Map<Integer, Session> sessions = new TreeMap<>();
        members.forEach((id, all) -> sessions.put(id, session(id, all)));
        return sessions;
    }

    private Session session(int id, List<NodeProcess> members) {
        NodeProcess leader = members.stream().reduce(ProcReader::speaker).orElseThrow();
        Session earlier = JobFinder.earlier(last, id, leader);
        long job = jobs.jobOf(id, leader, members, earlier);
        if (leader.pid() != id) {
            return new Session(id, majority(members), job);
        }
        if (job == 0 || leader.user() != ROOT) {
            return new Session(id, leader.user(), job);
        }
        List<NodeProcess> users = members.stream()
                .filter(process -> process.user() != ROOT && jobs.isOf(process, job))
                .toList();
        if (!users.isEmpty()) {
            return new Session(id, majority(users), job);
        }
        return new Session(id, earlier != null && earlier.jobId() == job ? earlier.user() : ROOT, job);
    }

    /** Returns the representative of a session: the process that began it, otherwise the oldest. */
    private static NodeProcess speaker(NodeProcess one, NodeProcess other) {
        if (one.pid() == one.session() || other.pid() == other.session()) {
            return one.pid() == one.session() ? one : other;
        }
        boolean isOlder = one.startTicks() < other.startTicks()
                || (one.startTicks() == other.startTicks() && one.pid() < other.pid());
        return isOlder ? one : other;
    }

    /** Returns the user with most of these processes; the one with the lowest number if there are several. */
    private static long majority(List<NodeProcess> members) {
        Map<Long, Integer> counts = new TreeMap<>();
        members.forEach(process -> counts.merge(process.user(), 1, Integer::sum));
        long most = 0;
        int best = 0;
        for (Map.Entry<Long, Integer> entry : counts.entrySet()) {
            if (entry.getValue() > best) {
                best = entry.getValue();
                most = entry.getKey();
            }
        }
        return most;
    }

    /** Summarises visible and invisible data of the last reading in one line. */
    String sees() throws IOException {
        NodeState state = last == null ? read() : last;
        List<String> parts = new ArrayList<>();
        parts.add(state.processors() + " processors, " + state.processes().size() + " processes in "
                + state.sessions().size() + " sessions");
        processFiles.hidden().ifPresent(parts::add);
        parts.add(jobs.sees());
        text.read(proc + "/self/mounts");
        Matcher hidden = HIDDEN.matcher(text.toString());
        if (hidden.find()) {
            parts.add("other users' processes are hidden (hidepid=" + hidden.group(1) + ")");
        }
        if (!isWholeNode()) {
            parts.add("processes outside this PID namespace are hidden");
        }
        return String.join("; ", parts);
    }

    private boolean isWholeNode() {
        try {
            Path namespace = Files.readSymbolicLink(proc.resolve("self/ns/pid"));
            return namespace.toString().equals(INITIAL_PID_NAMESPACE);
        } catch (IOException | UnsupportedOperationException unknown) {
            return true;
        }
    }
}
