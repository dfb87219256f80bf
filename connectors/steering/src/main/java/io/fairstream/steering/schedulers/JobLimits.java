package io.fairstream.steering.schedulers;

import io.fairstream.schemas.SteeringKind;
import io.fairstream.steering.Answer;
import io.fairstream.steering.Control;
import io.fairstream.steering.Deadline;
import io.fairstream.steering.Edit;
import io.fairstream.steering.SchedulerException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reader and writer of Slurm's limit GrpJobs of accounts and of users in them. With 0, jobs can be submitted and wait
 * with the reason AssocGrpJobsLimit; running ones go on. It is not passed on to other associations, so that one value
 * is put back.
 */
final class JobLimits {
    private static final List<String> CONFIG = List.of("scontrol", "show", "config");
    private static final String FORMAT = "Account,ParentName,User,Partition,GrpJobs";
    private static final int COLUMNS = 5;
    private static final double NO_LIMIT = -1;
    private static final String ROOT = "root";

    private static final Pattern CLUSTER = Pattern.compile("(?m)^ClusterName\\s*=\\s*(\\S+)");
    private static final Pattern ENFORCED = Pattern.compile("(?m)^AccountingStorageEnforce\\s*=\\s*(\\S+)");
    /** Names that neither a shell nor sacctmgr takes apart. */
    private static final Pattern SAFE = Pattern.compile("[\\w.@+-]+");

    private final Tool tool;
    private @Nullable String cluster;

    JobLimits(Tool tool) {
        this.tool = tool;
    }

    /**
     * Association of an account, or of a user in it.
     *
     * @param parent account around it; empty for a user and the root
     * @param user empty for an account
     */
    private record Association(String account, String parent, String user, String partition, double limit) {
        String name() {
            return user.isEmpty() ? account : account + "/" + user + (partition.isEmpty() ? "" : "/" + partition);
        }

        /** Ends of the paths that may mean it. A job's account is a path below the root as long as its parents are unknown. */
        Set<String> ends() {
            return !user.isEmpty()
                    ? Set.of(account + "/" + user)
                    : parent.isEmpty() || parent.equals(ROOT)
                            ? Set.of(parent + "/" + account)
                            : Set.of(parent + "/" + account, ROOT + "/" + account);
        }
    }

    /**
     * The limits, and the accounts.
     *
     * @param ends ends of the paths of each account that mean no user
     * @param parents the account around each account
     * @param ofAccounts ends of the paths of all accounts
     */
    record Limits(
            List<Control> controls,
            Map<String, List<String>> ends,
            Map<String, String> parents,
            Set<String> ofAccounts) {
        /** Returns the ends of the paths that cover a user's jobs in an account: theirs, and those of all accounts around them. */
        List<String> covering(String account, String user) {
            List<String> covering = new ArrayList<>();
            if (!ofAccounts.contains(account + "/" + user)) {
                covering.add(account + "/" + Control.USER);
            }
            String around = account;
            for (int depth = 0; around != null && depth <= parents.size(); depth++) {
                covering.addAll(ends.getOrDefault(around, List.of()));
                around = parents.get(around);
            }
            return covering;
        }
    }

    Limits read() throws SchedulerException, InterruptedException {
        List<Association> associations = associations();
        Set<String> ofUsers = new HashSet<>();
        Set<String> ofAccounts = new HashSet<>();
        for (Association association : associations) {
            (association.user().isEmpty() ? ofAccounts : ofUsers).addAll(association.ends());
        }
        List<Control> controls = new ArrayList<>();
        Map<String, List<String>> byAccount = new HashMap<>();
        Map<String, String> parents = new HashMap<>();
        for (Association association : associations) {
            List<String> ends = new ArrayList<>();
            for (String end : association.ends()) {
                boolean isAmbiguous = ofUsers.contains(end) && ofAccounts.contains(end);
                if (!isAmbiguous) {
                    ends.add(association.user().isEmpty() ? end : association.account() + "/" + Control.USER);
                }
            }
            controls.add(Control.ofLimit(association.name(), association.user(), association.limit(), ends));
            if (association.user().isEmpty()) {
                byAccount.put(association.account(), ends);
                parents.put(association.account(), association.parent());
            }
        }
        return new Limits(controls, byAccount, parents, ofAccounts);
    }

    private List<Association> associations() throws SchedulerException, InterruptedException {
        List<String> command =
                List.of("sacctmgr", "-n", "-P", "show", "assoc", "cluster=" + cluster(), "format=" + FORMAT);
        List<Association> associations = new ArrayList<>();
        for (String line : tool.answer(command).lines().toList()) {
            String[] values = line.split("\\|", -1);
            if (values.length != COLUMNS) {
                throw new SchedulerException("sacctmgr: " + line + " (expected: " + FORMAT + ")");
            }
            associations.add(new Association(values[0], values[1], values[2], values[3], limit(line, values[4])));
        }
        if (associations.isEmpty()) {
            throw new SchedulerException("sacctmgr: no associations (expected: at least that of root)");
        }
        return associations;
    }

    private static double limit(String line, String text) throws SchedulerException {
        try {
            return text.isEmpty() ? NO_LIMIT : Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new SchedulerException("sacctmgr: " + line + " (expected: " + FORMAT + ")", e);
        }
    }

    /** Returns the name of the cluster, as one database may have several. */
    private String cluster() throws SchedulerException, InterruptedException {
        String known = cluster;
        if (known == null) {
            known = value(CLUSTER, tool.answer(CONFIG));
            if (!SAFE.matcher(known).matches()) {
                throw new SchedulerException("scontrol show config: ClusterName: " + known + " (expected: a name)");
            }
            cluster = known;
        }
        return known;
    }

    private static String value(Pattern pattern, String config) {
        Matcher matcher = pattern.matcher(config);
        return matcher.find() ? matcher.group(1) : "";
    }

    List<Answer> set(List<Edit> edits, Deadline until) throws SchedulerException, InterruptedException {
        boolean isHolding = edits.stream().anyMatch(edit -> edit.kind() == SteeringKind.HOLD);
        String enforced = isHolding ? value(ENFORCED, tool.answer(CONFIG)) : "";
        List<String> words = new ArrayList<>();
        for (Edit edit : edits) {
            if (!words.isEmpty() && until.isOver()) {
                break;
            }
            words.add(
                    edit.kind() == SteeringKind.HOLD && !enforced.contains("limits")
                            ? "AccountingStorageEnforce: " + enforced + " (expected: limits, or GrpJobs holds nothing)"
                            : one(edit));
        }
        Map<String, Double> inForce = new HashMap<>();
        read().controls().forEach(control -> inForce.put(control.name(), control.value()));
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            answers.add(
                    answer(edits.get(i), words.get(i), inForce.get(edits.get(i).name())));
        }
        return answers;
    }

    private static Answer answer(Edit edit, String words, @Nullable Double set) {
        if (set == null) {
            return new Answer(edit, false, words.isEmpty() ? "no longer known" : words, true);
        }
        boolean isSet = set == edit.value();
        return new Answer(edit, isSet, isSet || !words.isEmpty() ? words : "not set, and the tool reported no error");
    }

    /** Sets a limit; returns the tool's words if it failed. */
    private String one(Edit edit) throws SchedulerException, InterruptedException {
        String[] names = edit.control().account().split("/", -1);
        for (String name : names) {
            if (!SAFE.matcher(name).matches()) {
                return edit.control().account() + ": a name that a command line could change";
            }
        }
        List<String> command = new ArrayList<>(List.of("sacctmgr", "-i", "modify"));
        command.addAll(
                names.length == 1
                        ? List.of("account", "where", "name=" + names[0])
                        : List.of(
                                "user",
                                "where",
                                "name=" + names[1],
                                "account=" + names[0],
                                "partition=" + (names.length > 2 ? names[2] : "")));
        command.addAll(List.of("cluster=" + cluster(), "set", "GrpJobs=" + Math.round(edit.value())));
        Output output = tool.run(command, "");
        return output.exit() == 0 ? "" : Tool.failure(command, output);
    }
}
