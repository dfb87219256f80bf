import fcntl, os, pty, select, signal, struct, sys, termios, time
# Runs a command on a terminal of 80 columns, types ^C when a text has appeared, writes what was shown and the exit code.
text, patience, command = sys.argv[1].encode(), float(sys.argv[2]), sys.argv[3:]
pid, fd = pty.fork()
if pid == 0:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a build in the background ignores it, and so would the command
    os.environ["TERM"] = "xterm"
    os.execvp(command[0], command)
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
shown, typed, end = b"", False, time.time() + patience
while time.time() < end:
    if select.select([fd], [], [], 0.2)[0]:
        try:
            read = os.read(fd, 65536)
        except OSError:
            break
        if not read:
            break
        shown += read
    if not typed and text in shown:
        time.sleep(1.5)
        os.write(fd, b"\x03")
        typed = True
else:
    os.kill(pid, 9)
sys.stdout.buffer.write(shown)
print("\nexit code", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
