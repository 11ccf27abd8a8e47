-- Q25. Écrire une requête SQL permettant de déterminer les joueurs ayant plus de cent
-- victoires lorsqu’ils commencent la partie. La requête doit renvoyer le nom, le prénom et
-- le nombre de victoires de ces joueurs classés par ordre décroissant du nombre de
-- victoires.
SELECT nom, prenom, COUNT(*) AS victoires
FROM Joueur JOIN Partie ON id_Joueur = id_joueur1
WHERE resultat = 1
GROUP BY id_Joueur, nom, prenom
HAVING COUNT(*) > 100
ORDER BY victoires DESC, id_Joueur;
