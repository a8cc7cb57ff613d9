import json, os, random, signal, sys, threading, time, shutil
import varvel, varvel.spark
from pyspark.sql import SparkSession
os.environ["PYSPARK_PYTHON"]=sys.executable
t=time.time()
spark = (SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled","false").config("spark.task.maxFailures","20").config("spark.executor.maxNumFailures","1000").config("spark.excludeOnFailure.enabled","false").config("spark.executorEnv.PYTHONPATH", "").getOrCreate())
spark.sparkContext.setLogLevel("OFF")
varvel.spark.register(spark)
print("session", time.time()-t, flush=True)
d="/tmp/w3s/lc"; shutil.rmtree(d, ignore_errors=True); os.makedirs(d)
path=d+"/a.ndjson"
N=640000
with open(path,"w") as f:
    for n in range(N): f.write('{"n":%d,"s":"%s"}\n' % (n, "x"*(n%100)))
size=os.path.getsize(path)//64+1
frame=spark.read.format("varvel").option("splitBytes",str(size)).schema("n int, s string").load(path)
print(frame.rdd.getNumPartitions(), frame.count(), time.time()-t, flush=True)
def procs(word):
    out=[]
    for p in filter(str.isdigit, os.listdir("/proc")):
        try: c=open(f"/proc/{p}/cmdline").read()
        except OSError: continue
        if word in c and "local-cluster" not in c: out.append(int(p))
    return out
stop=threading.Event(); killed=[0]
def kill():
    r=random.Random(1)
    while killed[0]<6 and not stop.wait(1.0+r.random()*2):
        e=procs("CoarseGrainedExecutorBackend")
        if e: os.kill(r.choice(e), signal.SIGKILL); killed[0]+=1
th=threading.Thread(target=kill); th.start()
frame.write.format("varvel").mode("overwrite").save(d+"/out")
stop.set(); th.join()
parts=sorted(p for p in os.listdir(d+"/out") if p!="_SUCCESS")
rows=[json.loads(l)["n"] for p in parts for l in open(f"{d}/out/{p}")]
print("executors killed", killed, "parts", len(parts), "right", rows==list(range(N)), time.time()-t, flush=True)
spark.stop()
