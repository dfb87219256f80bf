# For launchers: builds what they run, and says where it is.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# The class path of the last of some modules, which are built first if sources are newer than their last build.
#   class_path MODULE[,MODULE] PHASE [OPTION OF MAVEN...]
class_path() {
    local module=$root/${1##*,} phase=$2
    local last=$module/target/$phase.classpath
    if [[ ! -e $last ]] || [[ -n $(find "$root" \( -path '*/src/main/*' -o -name pom.xml \) -newer "$last" -print -quit) ]]; then
        (cd "$root" && mvn -q -B ${MAVEN_ARGS:-} -DskipConfluent -DskipTests "${@:3}" -pl "$1" -am "$phase" dependency:build-classpath \
            -DincludeScope=runtime "-Dmdep.outputFile=target/$phase.classpath") >&2 || return
    fi
    echo "$module/target/classes:$(cat "$last")"
}
