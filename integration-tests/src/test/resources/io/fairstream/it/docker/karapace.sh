#!/bin/bash
# The two commands that the compose file gives to Karapace's image.
case "$*" in
    '-m karapace')
        exec java -Xmx128m -XX:-UsePerfData -cp '/opt/karapace/classes:/opt/karapace/lib/*' io.fairstream.it.docker.RegistryStandIn ;;
    '/opt/karapace/healthcheck.py http://localhost:8081/_health')
        exec 3<>/dev/tcp/localhost/8081 && printf 'GET /config HTTP/1.0\r\n\r\n' >&3 && read -r -t 5 _ status _ <&3 && [ "$status" = 200 ] ;;
    *)
        echo "$*: not known" >&2
        exit 2 ;;
esac
